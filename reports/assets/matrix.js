// The front page's matrix of all machines at the length chosen for the ranking. Needs front.js before it. Markup:
//
//   div.matrix[data-source="data/matrix/"] holds a sentence; this adds a button, choices and the table.
//
// It has a row for each machine and target, and a column for each hash that the ranking shows: searches, presets and
// choices there hold here, too. Rows are made a hundred at a time: there may be a thousand.
"use strict";

(() => {
  const { make, say, missing, loaded, address } = hashcop;
  const STEP = 100;
  const column = () => document.querySelector('select[data-choose="column"]');

  class Matrix {
    constructor(place) {
      this.place = place;
      this.shown = STEP;
      this.button = make("button", { type: "button", className: "plain-button", onclick: () => this.open() }, "Show all machines");
      place.append(this.button);
    }

    async open() {
      this.targets = await hashcop.front.targets();
      this.hashes = (await loaded("data/hashes.js", "hashes")) || {};
      this.button.remove();
      this.facets = { maker: this.facet("maker", "maker"), design: this.facet("microarchitecture", "design") };
      this.count = make("output", {});
      this.table = make("table", { className: "figures matrix" }, make("thead"), make("tbody"));
      this.more = make("button", { type: "button", className: "plain-button", onclick: () => this.next() }, "More machines");
      const labels = Object.values(this.facets).map((select) => select.parentElement);
      this.scroll = make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "All machines" }, this.table);
      this.place.append(make("p", { className: "tools" }, ...labels, this.count), this.scroll, this.more);
      document.addEventListener("hashcop:filtered", () => this.draw());
      await this.draw();
      this.scroll.focus();
    }

    facet(title, field) {
      const values = new Set([...this.targets.values()].map(({ machine }) => machine[field]).filter(Boolean));
      const select = make("select", {}, new Option("all", ""), ...[...values].sort().map((value) => new Option(value, value)));
      select.addEventListener("change", () => { this.shown = STEP; this.draw(); });
      make("label", {}, `${title} `, select); // its parent from now on
      return select;
    }

    next() {
      this.shown += STEP;
      this.draw();
    }

    async draw() {
      const chosen = column().value;
      const src = `${this.place.dataset.source}${chosen}.js`;
      const data = await loaded(src, `matrix/${chosen}`);
      if (column().value !== chosen) return;
      say(this.scroll, data ? "" : missing(src));
      if (!data) return;
      const listed = new Set([...document.querySelectorAll("#ranking tbody tr:not([hidden]) th")].map((head) => head.firstChild.textContent));
      const places = [...data.hashes.keys()].filter((n) => listed.has(data.hashes[n]));
      const fits = (machine) => Object.entries(this.facets).every(([field, one]) => !one.value || machine[field] === one.value);
      const rows = data.rows.map(([take, figures]) => ({ found: this.targets.get(take), figures }))
        .filter(({ found }) => found && fits(found.machine));
      this.table.tHead.replaceChildren(this.head(places.map((n) => data.hashes[n])));
      this.table.tBodies[0].replaceChildren(...rows.slice(0, this.shown).map((row) => this.row(row, places)));
      this.count.textContent = `${Math.min(this.shown, rows.length)} of ${data.rows.length} machines, `
        + `${places.length} of ${data.hashes.length} hashes, ${column().selectedOptions[0].textContent}`;
      this.more.hidden = rows.length <= this.shown;
    }

    head(names) {
      const heads = names.map((name) => make("th", { scope: "col" }, this.link(name, this.hashes[name]?.page)));
      return make("tr", {}, make("th", { scope: "col", className: "text" }, "machine"), ...heads);
    }

    row({ found: { machine, target }, figures }, places) {
      const head = make("th", { scope: "row", className: "text" },
        this.link(`${machine.name}, ${target.name}`, target.page), make("small", {}, machine.processor));
      return make("tr", {}, head, ...places.map((n) => make("td", {}, figures[n])));
    }

    link(text, page) {
      return page ? make("a", { href: address(page) }, text) : text;
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (!document.getElementById("ranking") || !column()) return;
    document.querySelectorAll("div.matrix[data-source]").forEach((place) => new Matrix(place));
  });
})();
