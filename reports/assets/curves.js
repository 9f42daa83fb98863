// Curves with their controls: axes, range, which series, quartiles, values at the cursor, CSV and PNG.
//
//   div.curves[data-source="data/M/ABI/HASH.js"][data-take="M/ABI/HASH"][data-more="data/M/ABI/HASH.more.js"][data-table="#ID"]
//
// What the div holds without scripts is kept for print. Behind "#": y=cycles|cpb, x=lin|log, r=FROM-TO, on=NAME,..., q=1.
"use strict";

(() => {
  const { state, make, say, missing, loaded, download } = hashcop;
  const { style, colour, dash, number, undelta } = hashcop.curve;
  const SPANS = [256, 1024, 4096];
  const ON = 4; // series that are drawn at first: the best
  const SVG = "http://www.w3.org/2000/svg";

  // Series as a data file has them -> lengths in bytes and cycles of one call.
  function decoded(series) {
    const unsure = { x: undelta(series.unsettled || []), y: undelta(series.unsure || [], 10) };
    const doubt = { ...series.doubt };
    for (const [why, lengths] of Object.entries(series.reasons || {})) for (const length of undelta(lengths)) doubt[length] = why;
    return { ...series, x: undelta(series.lengths), y: undelta(series.median, 10), unsure, doubt };
  }

  function swatch(series) {
    const picture = document.createElementNS(SVG, "svg");
    const line = document.createElementNS(SVG, "path");
    for (const [name, value] of Object.entries({ class: "swatch", viewBox: "0 0 30 8", "aria-hidden": "true" })) picture.setAttribute(name, value);
    for (const [name, value] of Object.entries({ class: "key-line", d: "M0 4H30", "stroke-dasharray": dash(series.dash).join(" ") })) line.setAttribute(name, value);
    line.style.stroke = `var(--s${series.colour}, var(--s${series.colour % 8}, var(--ink)))`;
    picture.append(line);
    return picture;
  }

  function fromState() {
    const range = state.get("r").match(/^(\d+)-(\d+)$/);
    const y = state.get("y") === "cpb" ? "cpb" : "cycles";
    const x = state.has("x") ? (state.get("x") === "log" ? "log" : "lin") : y === "cpb" ? "log" : "lin";
    return { y, x, range: range && range.slice(1).map(Number), band: state.get("q") === "1" };
  }

  const perByte = (length, cycles) => (length > 0 ? `${number(cycles / length)} cycles/byte` : "");

  function value(length, cycles) {
    const each = perByte(length, cycles);
    return `${number(cycles)} cycles${each ? ` (${each})` : ""}`;
  }

  // Why the figure of a series at a length is in doubt, and its sign; empty if it is not.
  const doubtAt = (series, length) => (series.doubt && series.doubt[length]) || "";
  const signAt = (series, length) => (!doubtAt(series, length) ? "" : doubtAt(series, length).startsWith("probably wrong") ? "\u2021\u2021" : "\u2021");

  // What a series has at a length, or at the nearest that it has; sorted lengths, so a binary search.
  function nearest(series, length) {
    let [low, high] = [0, series.x.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (series.x[middle] < length) low = middle + 1;
      else high = middle;
    }
    if (low > 0 && length - series.x[low - 1] <= series.x[low] - length) low -= 1;
    return { length: series.x[low], cycles: series.y[low], doubt: doubtAt(series, series.x[low]) };
  }

  // given: {title, name, block, steps, series (decoded), more: series -> promise of {low, high}, table, changed(view),
// keepsOn: whether only the best are on at first, and the choice stays behind "#"}
  class Curves {
    constructor(holder, given) {
      this.given = given;
      this.view = fromState();
      this.series = given.series.map((one, n) => ({ ...one, on: this.isOn(one, n), id: n }));
      this.focused = Math.max(0, this.series.findIndex((one) => one.on));
      this.quartiles = new Map(); // number of a series -> {low, high}
      this.build(holder);
      this.redraw();
      if (this.view.band) this.loadBand();
    }

    isOn(one, n) {
      if (!this.given.keepsOn) return true;
      return state.has("on") ? state.list("on").includes(one.name) : n < ON;
    }

    build(holder) {
      const button = (text, act, given = {}) => make("button", { type: "button", onclick: act, ...given }, text);
      const pressed = { "aria-pressed": "false" };
      this.buttons = {
        cycles: button("cycles", () => this.look({ y: "cycles", x: "lin" }), pressed),
        cpb: button("cycles/byte", () => this.look({ y: "cpb", x: "log" }), pressed),
        lin: button("linear", () => this.look({ x: "lin" }), pressed),
        log: button("log", () => this.look({ x: "log" }), pressed),
        band: button("quartiles", () => this.toggleBand(), { ...pressed, title: "The middle half of the timings of one series" }),
      };
      const group = (name, ...some) =>
        make("span", { className: "segments", role: "group", "aria-label": name }, make("span", { "aria-hidden": "true" }, name), ...some);
      this.spans = make("span", { className: "segments", role: "group", "aria-label": "lengths" });
      this.tools = make("div", { className: "chart-tools" },
        group("show", this.buttons.cycles, this.buttons.cpb), group("axis", this.buttons.lin, this.buttons.log), this.spans, this.buttons.band);
      this.image = make("div", { role: "img" });
      this.plot = make("div", {
        className: "plot", tabIndex: 0, role: "application", "aria-roledescription": "curves",
        "aria-label": "Curves. Left and right arrow keys read values, plus and minus zoom, 0 shows all lengths.",
      }, this.image);
      this.plot.addEventListener("keydown", (event) => this.key(event));
      this.note = make("p", { className: "chart-note" });
      this.keys = make("ul", { className: "keys" }, ...this.series.map((one) => this.keyOf(one)));
      this.said = make("p", { className: "hush", role: "status", "aria-live": "polite" });
      const file = (text, act) => button(text, act, { className: "plain-button" });
      this.downloads = make("p", { className: "tools chart-downloads" },
        file("these curves as CSV", () => this.csv()), file("as PNG", () => this.png()));
      if (this.given.table) this.downloads.append(make("a", { href: this.given.table }, "the figures as a table"));
      this.widget = make("div", { className: "widget" }, this.tools, this.plot, this.note, this.keys, this.downloads, this.said);
      holder.append(this.widget);
    }

    keyOf(one) {
      one.output = make("output", { "aria-live": "off" });
      one.button = make("button", { type: "button", "aria-pressed": String(one.on) }, swatch(one), one.name);
      one.button.addEventListener("click", () => this.toggle(one));
      for (const event of ["mouseenter", "focus"]) one.button.addEventListener(event, () => this.focus(one));
      return make("li", {}, one.button, one.output);
    }

    toggle(one) {
      one.on = !one.on;
      one.button.setAttribute("aria-pressed", String(one.on));
      this.chart.show(one.id, one.on);
      if (one.on) this.focus(one);
      if (this.given.keepsOn) state.set({ on: this.series.filter((each) => each.on).map((each) => each.name) });
      this.describe();
    }

    focus(one) {
      if (!one.on) return;
      this.focused = one.id;
      this.chart.emphasize(one.id);
      if (this.view.band) this.loadBand();
      this.notes();
    }

    look(change) {
      Object.assign(this.view, change);
      state.set({ y: this.view.y, x: this.view.x });
      this.redraw();
      this.tell();
    }

    redraw() {
      if (this.chart) this.chart.destroy();
      const { y, x, range } = this.view;
      const divided = (one) => (y === "cpb" ? one.y.map((cycles, n) => (one.x[n] > 0 ? cycles / one.x[n] : undefined)) : one.y);
      this.drawn = this.series.map((one) => ({ ...one, y: divided(one), unsure: { x: one.unsure.x, y: divided(one.unsure) } }));
      this.chart = hashcop.chart(this.image, {
        series: this.drawn, range, steps: this.given.steps, fromZero: y === "cycles",
        log: { x: x === "log", y: y === "cpb" || x === "log" },
        band: () => this.band(),
        onRange: (found) => this.ranged(found),
        onCursor: (length, byKey) => this.read(length, byKey),
      });
      this.chart.emphasize(this.focused);
      this.press();
      this.offerSpans();
      this.describe();
      this.read(null);
    }

    press() {
      const { y, x, band } = this.view;
      const on = { cycles: y === "cycles", cpb: y === "cpb", lin: x === "lin", log: x === "log", band };
      for (const [name, isOn] of Object.entries(on)) this.buttons[name].setAttribute("aria-pressed", String(isOn));
    }

    offerSpans() {
      const last = this.chart.ends[1];
      const now = this.chart.range;
      const one = (text, range, isOn) =>
        make("button", { type: "button", "aria-pressed": String(isOn), onclick: () => this.chart.zoom(range) }, text);
      const spans = SPANS.filter((to) => to < last)
        .map((to) => one(`0–${to}`, [0, to], Boolean(now) && now[0] <= 1 && now[1] === to));
      const focused = [...this.spans.children].indexOf(document.activeElement);
      this.spans.replaceChildren(make("span", { "aria-hidden": "true" }, "bytes"), ...spans, one("all", null, !now));
      if (focused > 0) this.spans.children[focused]?.focus(); // the pressed button was replaced
    }

    ranged(range) {
      this.view.range = range;
      state.set({ r: range ? range.map(Math.round).join("-") : null });
      this.offerSpans();
      this.describe();
      this.tell();
    }

    tell() {
      if (this.given.changed) this.given.changed(this.view);
    }

    toggleBand() {
      this.view.band = !this.view.band;
      state.set({ q: this.view.band ? "1" : null });
      this.press();
      if (this.view.band) this.loadBand();
      else this.chart.redraw();
      this.notes();
    }

    async loadBand() {
      const n = this.focused;
      if (!this.quartiles.has(n)) {
        const found = await this.given.more(this.series[n]);
        say(this.note, found ? "" : "The quartiles are not here: their file is missing beside these pages.");
        if (!found) return;
        this.quartiles.set(n, { low: undelta(found.low, 10), high: undelta(found.high, 10) });
      }
      this.chart.redraw();
      this.notes();
    }

    band() {
      const one = this.series[this.focused];
      const found = this.quartiles.get(this.focused);
      if (!this.view.band || !found || !one.on) return null;
      const shown = (heights) => (this.view.y === "cpb" ? heights.map((cycles, n) => cycles / one.x[n]) : heights);
      // cycles/byte of no bytes is no figure
      const from = this.view.y === "cpb" && one.x[0] === 0 ? 1 : 0;
      return {
        x: one.x.slice(from), low: shown(found.low).slice(from), high: shown(found.high).slice(from), colour: one.colour,
      };
    }

    key(event) {
      const move = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20, Home: -1e9, End: 1e9 }[event.key];
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (move) this.chart.move(event.shiftKey ? move * 10 : move);
      else if (event.key === "+" || event.key === "-") this.chart.closer(event.key === "+" ? 0.5 : 2);
      else if (event.key === "0" || event.key === "Escape") this.chart.zoom(null);
      else return;
      event.preventDefault();
    }

    // The values at a length, beside the names of the series; aloud if the reader came there by keys.
    read(length, byKey = false) {
      const words = [];
      for (const one of this.series) {
        const found = length === null || !one.on ? null : nearest(one, length);
        const elsewhere = found && found.length !== length ? ` at ${found.length}` : "";
        const sign = found ? signAt(one, found.length) : "";
        one.output.textContent = found ? `${this.short(found)}${sign}${elsewhere}` : "";
        one.output.title = found ? found.doubt : "";
        if (found) words.push(`${one.name} ${value(found.length, found.cycles)}${elsewhere}${found.doubt && `, ${found.doubt}`}`);
      }
      this.length = length;
      this.notes();
      if (byKey) {
        // Keys repeat faster than anyone listens.
        clearTimeout(this.saying);
        this.saying = setTimeout(() => { this.said.textContent = `${length} bytes: ${words.join(", ")}`; }, 120);
      }
    }

    short({ length, cycles }) {
      const both = [`${number(cycles)} cycles`, ...(length > 0 ? [`${number(cycles / length)} c/B`] : [])];
      return (this.view.y === "cpb" ? both.reverse() : both).join(", ");
    }

    notes() {
      if (!this.chart) return;
      const parts = [this.length === null || this.length === undefined ? "" : `at ${number(this.length)} bytes`];
      if (this.chart.stepsAreDrawn()) parts.push(`dotted: where ${this.given.block ? `another block of ${this.given.block} bytes begins` : "the cost steps up"}`);
      else if (this.given.block) parts.push(`zoom in to see where blocks of ${this.given.block} bytes begin`);
      if (this.view.y === "cycles" && this.view.x === "lin" && this.view.range && this.view.range[0] > this.chart.ends[0]) parts.push("the upright axis does not begin at 0");
      if (this.series.some((one) => one.on && one.unsure.x.length)) parts.push("grey dots: no timing that can be trusted");
      if (this.view.band) parts.push(`band: the middle half of the timings of ${this.series[this.focused].name}`);
      this.note.textContent = [...parts.filter(Boolean), "drag to zoom, double click for all"].join("; ");
    }

    describe() {
      const [from, to] = this.view.range || this.chart.ends;
      const on = this.series.filter((one) => one.on);
      const axes = this.view.x === "log" ? "logarithmic axes" : this.view.y === "cpb" ? "a logarithmic upright axis" : "linear axes";
      const at = Math.min(1536, to);
      const key = on.map((one) => ({ one, found: nearest(one, at) }))
        .map(({ one, found }) => `${one.name} ${value(found.length, found.cycles)} at ${found.length} bytes`);
      this.image.setAttribute("aria-label",
        `${this.given.title}: ${this.view.y === "cpb" ? "cycles/byte" : "cycles of one call"} against message length, `
        + `${number(from)} to ${number(to)} bytes, ${axes}. ${on.length} of ${this.series.length} series: ${key.join("; ") || "none"}.`);
    }

    scheme() {
      this.chart.redraw();
      this.widget.parentElement.classList.toggle("in-dark", matchMedia("(prefers-color-scheme: dark)").matches);
    }

    fileName(ending) {
      return `${this.given.name.replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 80)}.${ending}`;
    }

    csv() {
      const [from, to] = this.view.range || this.chart.ends;
      const on = this.series.filter((one) => one.on);
      const pairs = ({ x, y }) => x.map((length, n) => [length, y[n]]);
      const columns = on.map((one) => new Map([...pairs(one), ...pairs(one.unsure)]));
      const lengths = [...new Set(columns.flatMap((column) => [...column.keys()]))].filter((x) => x >= from && x <= to).sort((a, b) => a - b);
      // A name that begins like a formula must not be one in a spreadsheet.
      const quoted = (text) => `"${text.replace(/^[=+@\t\r-]/, "'$&").replace(/"/g, '""')}"`;
      const heads = on.flatMap((one) => [quoted(`${one.name} (cycles)`), quoted(`${one.name} (doubt)`)]);
      const cells = (x) => columns.flatMap((column, n) => [column.get(x) ?? "", quoted(doubtAt(on[n], x))]);
      const lines = [["bytes", ...heads], ...lengths.map((x) => [x, ...cells(x)])];
      download(this.fileName("csv"), new Blob([`${lines.map((line) => line.join(",")).join("\n")}\n`], { type: "text/csv" }));
    }

    png() {
      const source = this.chart.plot.ctx.canvas;
      const on = this.series.filter((one) => one.on);
      const unit = devicePixelRatio;
      const line = 20 * unit;
      const canvas = make("canvas", { width: source.width, height: source.height + line * (on.length + 2) });
      const ctx = canvas.getContext("2d");
      ctx.fillStyle = style("--ground");
      ctx.fillRect(0, 0, canvas.width, canvas.height);
      ctx.font = `${13 * unit}px system-ui, sans-serif`;
      ctx.fillStyle = style("--ink");
      const what = this.view.y === "cpb" ? "cycles/byte" : "cycles of one call";
      ctx.fillText(`${this.given.title}: ${what}`, 10 * unit, line, canvas.width - 20 * unit);
      ctx.drawImage(source, 0, line * 1.5);
      on.forEach((one, n) => {
        const y = source.height + line * (n + 2);
        Object.assign(ctx, { strokeStyle: colour(one.colour), lineWidth: 2 * unit });
        ctx.setLineDash(dash(one.dash).map((part) => part * unit));
        ctx.beginPath();
        ctx.moveTo(10 * unit, y - 4 * unit);
        ctx.lineTo(44 * unit, y - 4 * unit);
        ctx.stroke();
        ctx.fillText(one.name, 52 * unit, y, canvas.width - 60 * unit);
      });
      canvas.toBlob((blob) => blob && download(this.fileName("png"), blob));
    }

    // Another address behind "#", by hand or by "back".
    restore() {
      this.view = fromState();
      this.series.forEach((one, n) => {
        one.on = this.isOn(one, n);
        one.button.setAttribute("aria-pressed", String(one.on));
      });
      this.redraw();
      if (this.view.band) this.loadBand();
    }

    remove() {
      this.chart.destroy();
      this.widget.remove();
    }
  }

  async function open(place) {
    const { source, take, more, table } = place.dataset;
    const data = await loaded(source, take);
    if (!data) {
      say(place, missing(source));
      return;
    }
    const quartiles = async (series) => more && ((await loaded(more, `${take}.more`)) || {})[series.name];
    place.classList.toggle("has-figure", Boolean(place.querySelector("figure, img, svg")));
    place.classList.add("drawn");
    const curves = new Curves(place, {
      ...data, name: take, series: data.series.map(decoded), more: quartiles, table, keepsOn: true,
    });
    hashcop.live.add(curves);
    curves.scheme();
    window.addEventListener("hashchange", () => { if (location.hash.includes("=")) curves.restore(); });
  }

  hashcop.live = new Set(); // what is redrawn when the colours change
  hashcop.Curves = Curves;
  Object.assign(hashcop.curve, { decoded, swatch, fromState, value, doubtAt, signAt });

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    for (const one of hashcop.live) one.scheme();
  });

  document.addEventListener("DOMContentLoaded", () => {
    if (typeof uPlot === "undefined") return;
    const seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        open(target);
      }
    }, { rootMargin: "300px" });
    document.querySelectorAll(".curves[data-source]").forEach((place) => seen.observe(place));
  });
})();
