// The compare page: series side by side. Needs page.js, chart.js, curves.js, certainty.js and choose.js before it.
//
// Behind "#": s=M/ABI/HASH/IMPL,... the series; b=N the baseline; y, x, r, q as in curves.js. A link with one series and
// nothing else ("+" beside a row) adds it to those that were compared before. Markup:
//
//   main#compare: form#choose (choose.js), ul#chosen,
//     section#ratio-part     > div#ratio-curve
//     section#curves-part    > div#all-curves.curves
//     section#table-part     > input#relevant[type=checkbox], output#folded, table#ratio-table (empty thead, tbody)
//     section#command-part   > div#commands;  #without is what a page without scripts says
"use strict";

(() => {
  const { state, make, say, loaded, address } = hashcop;
  const { number, decoded, swatch, undelta, doubtAt, signAt } = hashcop.curve;
  const { ratioOf } = hashcop.certainty;
  const at = (id) => document.getElementById(id);
  const KEPT = "hashcop.compare";
  const [COLOURS, DASHES] = [12, 4]; // of reports/colours.py
  const MOST = 12; // series: more can't be told apart

  let machines = [];
  let chosen = []; // {id, name, x, y, colour, dash, more, machine, targetName, hashName, block, steps}
  let baseline = 0;
  let curves = null;
  let ratio = null;
  let form = null;

  function kept() {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT)) || [];
    } catch {
      return []; // storage may be forbidden to pages from the disk
    }
  }

  function keep() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(chosen.map((one) => one.id)));
    } catch { /* the address still has them */ }
    state.set({ s: chosen.length ? chosen.map((one) => one.id) : null, b: chosen.length ? String(baseline) : null });
  }

  // The series of an id, with all that the page shows of it; undefined if it is not among these pages.
  async function find(id) {
    const parts = id.split("/");
    const take = parts.slice(0, 3).join("/");
    const machine = machines.find((one) => one.key === parts[0]);
    const index = machine && (await loaded(machine.index, `${machine.key}/index`));
    for (const [targetName, hashes] of Object.entries(index || {})) {
      for (const [hashName, entry] of Object.entries(hashes)) {
        if (entry.take !== take) continue;
        const data = await loaded(entry.data, take);
        const series = data && data.series.find((one) => one.id === id);
        if (!series) return undefined;
        const more = async () => ((await loaded(entry.data.replace(/\.js$/, ".more.js"), `${take}.more`)) || {})[series.name];
        return { ...decoded(series), more: await more(), machine, targetName, hashName, block: data.block, steps: data.steps };
      }
    }
    return undefined;
  }

  async function restore() {
    const link = state.list("s");
    const isPlus = link.length === 1 && !state.has("b");
    const ids = [...new Set(isPlus || !link.length ? [...kept(), ...link] : link)].slice(0, MOST);
    const found = await Promise.all(ids.map(find));
    const lost = ids.filter((_, n) => !found[n]);
    say(at("chosen"), lost.length ? `Not among these pages, or without curves: ${lost.join(", ")}` : "");
    chosen = found.filter(Boolean);
    baseline = Math.min(Number(state.get("b")) || 0, Math.max(0, chosen.length - 1));
    show();
  }

  async function add(id) {
    if (chosen.some((one) => one.id === id)) return say(at("chosen"), "This series is already compared.");
    if (chosen.length >= MOST) return say(at("chosen"), `At most ${MOST} series are compared at once.`);
    const found = await find(id);
    say(at("chosen"), found ? "" : `Without curves: ${id}`);
    if (!found) return undefined;
    chosen.push(found);
    return show();
  }

  function remove(one) {
    const place = chosen.indexOf(one);
    chosen.splice(place, 1);
    if (place < baseline || baseline >= chosen.length) baseline = Math.max(0, baseline - 1);
    show();
    (at("chosen").querySelector("button") || at("choose").elements.machine).focus();
  }

  function show() {
    distinct();
    keep();
    list();
    const several = chosen.length > 1;
    at("ratio-part").hidden = at("table-part").hidden = !several;
    at("curves-part").hidden = !chosen.length;
    drawCurves();
    if (several) {
      drawRatio();
      table();
    }
    commands();
    const last = chosen[chosen.length - 1];
    form.suggest(last && { machineName: last.machine.name, targetName: last.targetName, hashName: last.hashName });
  }

  const look = (one) => `${one.colour}-${one.dash}`;

  // Names say only what differs. Equal looks (one implementation on two machines) make way.
  function distinct() {
    const differ = (of) => new Set(chosen.map(of)).size > 1;
    const [hashes, places] = [differ((one) => one.hashName), differ((one) => `${one.machine.key}/${one.targetName}`)];
    const used = new Set();
    for (const one of chosen) {
      one.implementation = one.implementation || one.name;
      one.name = (hashes ? `${one.hashName}/` : "") + one.implementation + (places ? ` on ${one.machine.name}, ${one.targetName}` : "");
      for (let tries = 0; tries < COLOURS * DASHES && used.has(look(one)); tries += 1) {
        one.dash = (one.dash + 1) % DASHES;
        if (one.dash === 0) one.colour = (one.colour + 1) % COLOURS;
      }
      used.add(look(one));
    }
  }

  function list() {
    at("chosen").replaceChildren(...chosen.map((one, n) => {
      const radio = make("input", { type: "radio", name: "baseline", checked: n === baseline });
      radio.addEventListener("change", () => { baseline = n; show(); });
      const gone = make("button", { type: "button", "aria-label": `remove ${one.name}`, onclick: () => remove(one) }, "remove");
      const link = make("a", { href: address(one.page) }, `${one.hashName}/${one.implementation}`);
      const where = make("span", { className: "quiet" }, ` on ${one.machine.name}, ${one.targetName}: ${one.machine.processor}`);
      return make("li", {}, make("span", { className: "name" }, swatch(one), link, where), make("label", {}, radio, " baseline"), gone);
    }));
    const apart = new Set(chosen.map((one) => one.machine.key)).size > 1;
    say(at("ratio-curve"), apart
      ? "These machines differ: a ratio says as much about processors, clocks and compilers as about implementations." : "");
  }

  // Curves.

  function drawCurves() {
    if (curves) {
      hashcop.live.delete(curves);
      curves.remove();
      curves = null;
    }
    if (!chosen.length) return;
    const { block, steps } = chosen[baseline];
    curves = new hashcop.Curves(at("all-curves"), {
      title: chosen.map((one) => one.name).join(" and "), name: "compared", block, steps, series: chosen,
      more: async (series) => series.more, table: chosen.length > 1 ? "#ratio-table" : "", keepsOn: false,
      changed: (view) => { if (ratio && ratio.x === view.x) ratio.zoom(view.range); else if (ratio) drawRatio(); },
    });
    hashcop.live.add(curves);
  }

  const others = () => chosen.filter((_, n) => n !== baseline);

  // At lengths that both have.
  function divided(one, other) {
    const costs = new Map(other.x.map((x, n) => [x, other.y[n]]));
    const places = one.x.map((x, n) => n).filter((n) => costs.get(one.x[n]) > 0);
    return { x: places.map((n) => one.x[n]), y: places.map((n) => one.y[n] / costs.get(one.x[n])), places };
  }

  // About the middle half of the ratios of single timings: the quartiles of both, as if they were independent.
  function spread(one, other, found) {
    if (!one.more || !other.more) return null;
    const [mine, theirs] = [one.more, other.more].map(({ low, high }) => ({ low: undelta(low, 10), high: undelta(high, 10) }));
    const place = new Map(other.x.map((x, n) => [x, n]));
    const part = (a, b) => Math.log(Math.max(a, 1e-9) / Math.max(b, 1e-9));
    const ends = found.places.map((n, k) => {
      const m = place.get(one.x[n]);
      const up = Math.hypot(part(mine.high[n], one.y[n]), part(other.y[m], theirs.low[m]));
      const down = Math.hypot(part(one.y[n], mine.low[n]), part(theirs.high[m], other.y[m]));
      return [found.y[k] * Math.exp(-down), found.y[k] * Math.exp(up)];
    });
    return { x: found.x, low: ends.map(([low]) => low), high: ends.map(([, high]) => high), colour: one.colour };
  }

  function drawRatio() {
    const holder = at("ratio-curve");
    if (ratio) ratio.remove();
    const view = hashcop.curve.fromState();
    const base = chosen[baseline];
    const series = others().map((one) => ({ ...one, ...divided(one, base), on: true }));
    const first = spread(others()[0], base, series[0]);
    const image = make("div", { role: "img", "aria-label": `Ratios of cycles to those of ${base.name}: ${described(series)}` });
    const plot = make("div", {
      className: "plot", tabIndex: 0, role: "application", "aria-roledescription": "curves",
      "aria-label": "Ratios. Left and right arrow keys read values.",
    }, image);
    const note = make("p", { className: "chart-note" });
    const said = make("p", { className: "hush", role: "status" });
    const about = `cycles of each, divided by those of ${base.name}; above 1 is slower${first ? `; band: about the middle half, of ${series[0].name}` : ""}`;
    holder.replaceChildren(plot, note, said);
    note.textContent = about;
    const chart = hashcop.chart(image, {
      series, range: view.range, line: 1, steps: base.steps, log: { x: view.x === "log", y: false }, band: () => first,
      onRange: (range) => { if (String(range) !== String(curves.view.range)) curves.chart.zoom(range); },
      onCursor(length, byKey) {
        note.textContent = length === null ? about : valuesAt(series, length);
        if (byKey) said.textContent = note.textContent;
      },
    });
    plot.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20, Home: -1e9, End: 1e9 }[event.key];
      if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
      chart.move(event.shiftKey ? by * 10 : by);
      event.preventDefault();
    });
    ratio = {
      x: view.x,
      zoom: (range) => { if (String(range) !== String(chart.range)) chart.zoom(range); },
      scheme: () => chart.redraw(),
      remove() {
        hashcop.live.delete(ratio);
        chart.destroy();
      },
    };
    hashcop.live.add(ratio);
  }

  function valuesAt(series, length) {
    const words = series.map((one) => [one.name, one.y[one.x.indexOf(length)]]).filter(([, value]) => value !== undefined);
    return `${length} bytes: ${words.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(", ") || "no length of both"}`;
  }

  function described(series) {
    const ends = (one) => `${one.name} from ${Math.min(...one.y).toFixed(2)} to ${Math.max(...one.y).toFixed(2)}`;
    return series.map((one) => (one.y.length ? ends(one) : `${one.name} has no length in common`)).join("; ");
  }

  // The table: ratios with their intervals, at the lengths of the tables.

  function rows() {
    const base = chosen[baseline];
    const margins = (one) => (one.more && one.more.margins) || {};
    const cost = (one, length) => one.y[one.x.indexOf(length)];
    return others().flatMap((one) => Object.keys(margins(one))
      .filter((length) => margins(base)[length])
      .map((length) => ({ one, length: Number(length), margins: [margins(one)[length], margins(base)[length]] }))
      .map((row) => ({ ...row, ours: cost(one, row.length), theirs: cost(base, row.length) }))
      .filter(({ ours, theirs }) => ours > 0 && theirs > 0)
      .sort((a, b) => a.length - b.length)
      .map((row) => ({ ...row, ratio: row.ours / row.theirs, interval: ratioOf(row.ours / row.theirs, ...row.margins) })));
  }

  const holdsOne = ({ interval }) => interval.low <= 1 && interval.high >= 1;

  // As many decimals as the interval supports.
  function decimals({ low, high }) {
    return high > low ? Math.min(4, Math.max(1, Math.ceil(-Math.log10(high - low)))) : 3;
  }

  function table() {
    const found = rows();
    const isSingle = others().length === 1; // no need to name it in each row
    const heads = ["implementation", "bytes", "cycles", "baseline", "ratio", "95 % interval", "verdict"];
    const head = heads.map((text, n) => make("th", { scope: "col", className: n && n < 6 ? "" : "text" }, text));
    at("ratio-table").tHead.replaceChildren(make("tr", {}, ...head));
    at("ratio-table").tBodies[0].replaceChildren(...found.map(tableRow));
    if (isSingle) for (const row of at("ratio-table").rows) row.cells[0].remove();
    const same = found.filter(holdsOne).length;
    fold(found.length, same);
  }

  function tableRow(row) {
    const { one, length, ours, theirs, interval } = row;
    const digits = decimals(interval);
    const word = holdsOne(row) ? "not told apart" : interval.low > 1 ? "slower" : "faster";
    const cell = (text) => make("td", { className: "number" }, text);
    return make("tr", { "data-same": String(holdsOne(row)) },
      make("th", { scope: "row", className: "text" }, one.name), make("th", { scope: "row" }, String(length)),
      marked(cell(number(ours)), one, length), marked(cell(number(theirs)), chosen[baseline], length), cell(row.ratio.toFixed(digits)),
      cell(`${interval.low.toFixed(digits)}–${interval.high.toFixed(digits)}`),
      make("td", { className: `text ${{ slower: "slower", faster: "quicker" }[word] || "quiet"}` }, word));
  }

  function marked(cell, series, length) {
    const why = doubtAt(series, length);
    if (why) cell.append(make("abbr", { className: "mark", title: why }, signAt(series, length)));
    return cell;
  }

  function fold(total, same) {
    const relevantOnly = at("relevant").checked;
    for (const row of at("ratio-table").tBodies[0].rows) row.hidden = relevantOnly && row.dataset.same === "true";
    const words = !total ? "No length of the tables was timed by both."
      : !same ? `All ${total} ratios differ from 1.`
        : relevantOnly ? `${same} of ${total} are hidden: their interval holds 1.` : `${same} of ${total} hold 1.`;
    if (at("folded").textContent !== words) at("folded").textContent = words;
  }

  // What measures the two in turns, where they are of one machine and target.

  const word = (text) => (/^[\w.,:@%+/=-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);

  function commands() {
    const base = chosen[baseline];
    const beside = chosen.length > 1 ? others().filter((one) => one.machine === base.machine && one.targetName === base.targetName) : [];
    const name = (one) => word(`${one.hashName}/${one.implementation}`);
    const plain = beside.filter((one) => !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name(one) + name(base)));
    at("command-part").hidden = !plain.length;
    at("commands").replaceChildren(...plain.map((one) => {
      const text = `./do compare ${name(base)} ${name(one)} --abi ${word(base.targetName)}`;
      return make("p", {}, make("code", { className: "command" }, text), " ",
        make("button", { type: "button", className: "copy", "data-copy": text }, "copy"));
    }));
  }

  document.addEventListener("DOMContentLoaded", async () => {
    if (!at("compare")) return;
    machines = (await loaded("data/machines.js", "machines")) || [];
    if (!machines.length) return say(at("chosen"), "No machine of these pages has curves to compare.");
    if (typeof uPlot === "undefined") return say(at("chosen"), "The library that draws curves is missing beside these pages.");
    at("without").hidden = true;
    form = hashcop.choose(machines, add);
    at("relevant").addEventListener("change", () => {
      const all = [...at("ratio-table").tBodies[0].rows];
      fold(all.length, all.filter((row) => row.dataset.same === "true").length);
    });
    window.addEventListener("hashchange", () => { if (location.hash.includes("=")) restore(); });
    return restore();
  });
})();
