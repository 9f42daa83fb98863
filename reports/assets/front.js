// The front page: the ranking for another machine or length, and the matrix of all machines. Markup:
//
//   table#ranking[data-take="vm/amd64/ranking"][data-column="1536"], its first rows in the page
//   template#ranking-row                    a row; elements with data-slot="rank|hash|figure|bar|implementation"
//   select[data-choose="machine"]           filled from data/machines.js; select[data-choose="column"]: options in the page
//   [data-chosen="machine|column"]          their text is what is chosen; a link leads to the machine's tables
//   details#matrix with table#matrix-table, select[data-facet="family|bits|maker|design"], output#matrix-count,
//   button#matrix-more; the options of the column choice have data-matrix="data/matrix/1536.js" data-take="matrix/1536"
"use strict";

(() => {
  const { state, make, say, missing, loaded, address } = hashcop;
  const at = (id) => document.getElementById(id);
  const choice = (what) => document.querySelector(`select[data-choose="${what}"]`);
  const TIE = "The data do not tell which of these ranks is the true one";
  const STEP = 100; // rows of the matrix that are made at once

  let machines = []; // of data/machines.js
  let targets = new Map(); // name that its ranking is taken by -> {machine, target}

  function offerMachines() {
    const select = choice("machine");
    const now = at("ranking").dataset.take;
    const makers = new Map();
    for (const [take, { machine, target }] of targets) {
      const fit = machine.fit ? "" : ", not a quiet place";
      const option = new Option(`${machine.name}, ${target.name}: ${machine.processor}${fit}`, take, false, take === now);
      const maker = machine.maker || "other";
      if (!makers.has(maker)) makers.set(maker, make("optgroup", { label: maker }));
      makers.get(maker).append(option);
    }
    select.replaceChildren(...makers.values());
  }

  async function withMachines() {
    machines = (await loaded("data/machines.js", "machines")) || [];
    targets = new Map(machines.flatMap((machine) => machine.targets.map((target) => [target.take, { machine, target }])));
    if (targets.size) offerMachines();
    choice("machine").disabled = !targets.size;
    for (const what of ["machine", "column"]) choice(what).addEventListener("change", chosen);
    window.addEventListener("hashchange", restore);
    restore();
  }

  function restore() {
    if (!state.has("m") && !state.has("c")) return;
    choose(choice("machine"), state.get("m"));
    choose(choice("column"), state.get("c"));
    fill();
  }

  function choose(select, value) {
    if ([...select.options].some((option) => option.value === value)) select.value = value;
  }

  function chosen() {
    state.set({ m: choice("machine").value, c: choice("column").value });
    fill();
    if (at("matrix")?.open) matrix();
  }

  // The ranking.

  async function fill() {
    const table = at("ranking");
    const take = choice("machine").value || table.dataset.take;
    const column = choice("column").value || table.dataset.column;
    const found = targets.get(take);
    if (!found) return;
    const [ranking, hashes] = await Promise.all([loaded(found.target.ranking, take), loaded("data/hashes.js", "hashes")]);
    const beside = table.closest(".scroll") || table;
    if (choice("machine").value !== take || choice("column").value !== column) return; // chosen anew meanwhile
    if (!ranking) {
      say(beside, missing(found.target.ranking));
      return;
    }
    const rows = ranking[column] || [];
    say(beside, rows.length ? "" : "This machine has no figures for this length.");
    const best = Math.min(...rows.map((row) => row[6]).filter((figure) => figure > 0));
    table.tBodies[0].replaceChildren(...rows.map((row) => rankingRow(row, (hashes || {})[row[0]] || {}, best)));
    Object.assign(table.dataset, { take, column });
    announce(found);
    hashcop.tables.renew(table);
  }

  function rankingRow([hash, figure, status, implementation, page, rank, raw, security, about, why, sign], facts, best) {
    const row = at("ranking-row").content.firstElementChild.cloneNode(true);
    Object.assign(row.dataset, {
      names: `${facts.names || hash} ${implementation}`.toLowerCase(), family: (facts.family || "").replace(/ /g, "_"),
      bits: String(facts.bits || ""), groups: facts.groups || "", security: security || "", state: status,
    });
    const texts = { rank, hash, figure, implementation: raw === null ? "" : implementation };
    const links = { hash: facts.page || page, figure: page, implementation: about };
    for (const slot of row.querySelectorAll("[data-slot]")) {
      const what = slot.dataset.slot;
      if (what === "bar") slot.style.setProperty("--part", raw > 0 ? (best / raw).toFixed(3) : "0");
      else slot.textContent = texts[what] || "";
      if (slot.tagName === "A") slot.href = address(links[what] || page);
      decorate(slot, what, { hash, facts, status, rank, raw, why, sign });
    }
    return row;
  }

  // What a cell has beside its text: the number to sort by, a title, that a rank is not told, the class of a state.
  function decorate(slot, what, { hash, facts, status, rank, raw, why, sign }) {
    const cell = slot.closest("td, th");
    if (what === "figure" && raw !== null) cell.dataset.sort = String(raw);
    if (what === "figure" && raw === null) slot.classList.add("state", String(status).replace(/ /g, "-"));
    if (what === "figure" && sign) cell.append(make("abbr", { className: "mark", title: why }, sign));
    if (what === "rank" && rank) cell.dataset.sort = String(parseInt(rank, 10));
    if (what === "rank" && /\D/.test(rank)) cell.replaceChildren(make("abbr", { className: "tie", title: TIE }, rank));
    if (what === "hash" && facts.title && facts.title !== hash) cell.append(make("small", {}, facts.title));
  }

  function announce({ machine, target }) {
    for (const place of document.querySelectorAll("[data-chosen]")) {
      if (place.dataset.chosen === "machine") {
        place.textContent = `${machine.name}, ${target.name}: ${machine.processor}`;
        if (place.tagName === "A") place.href = address(target.page);
      } else {
        place.textContent = choice("column").selectedOptions[0].textContent;
      }
    }
  }

  // The matrix: a row a machine, a column a hash. Rows are made as they are asked for: there may be a thousand.

  let shown = STEP;

  const facet = (name) => document.querySelector(`select[data-facet="${name}"]`);
  const fits = (name, value) => !facet(name)?.value || String(value || "") === facet(name).value;

  function offerFacets(hashes) {
    const of = { maker: machines, design: machines, family: Object.values(hashes), bits: Object.values(hashes) };
    for (const [name, some] of Object.entries(of)) {
      const select = facet(name);
      if (!select || select.options.length > 1) continue;
      const values = [...new Set(some.map((one) => one[name]).filter(Boolean).map(String))];
      values.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      for (const value of values) select.add(new Option(value, value));
    }
  }

  async function matrix() {
    const table = at("matrix-table");
    const option = choice("column").selectedOptions[0];
    const src = option.dataset.matrix;
    const [data, hashes] = await Promise.all([loaded(src, option.dataset.take), loaded("data/hashes.js", "hashes")]);
    const beside = table.closest(".scroll") || table;
    say(beside, data ? "" : missing(src));
    if (!data) return;
    offerFacets(hashes || {});
    const facts = (name) => (hashes || {})[name] || {};
    const columns = [...data.hashes.keys()].filter((n) => {
      const { family, bits } = facts(data.hashes[n]);
      return fits("family", family) && fits("bits", bits);
    });
    const rows = data.rows
      .map(([take, figures]) => ({ found: targets.get(take), figures }))
      .filter(({ found }) => found && fits("maker", found.machine.maker) && fits("design", found.machine.design));
    table.tHead.replaceChildren(matrixHead(columns.map((n) => data.hashes[n]), facts));
    table.tBodies[0].replaceChildren(...rows.slice(0, shown).map((row) => matrixRow(row, columns)));
    at("matrix-count").textContent = `${Math.min(shown, rows.length)} of ${data.rows.length} machines, `
      + `${columns.length} of ${data.hashes.length} hashes, ${option.textContent}`;
    at("matrix-more").hidden = rows.length <= shown;
  }

  const linked = (text, page) => (page ? make("a", { href: address(page) }, text) : text);

  function matrixHead(names, facts) {
    const heads = names.map((name) => make("th", { scope: "col" }, linked(name, facts(name).page)));
    return make("tr", {}, make("th", { scope: "col", className: "text" }, "machine"), ...heads);
  }

  function matrixRow({ found: { machine, target }, figures }, columns) {
    const head = make("th", { scope: "row", className: "text" },
      linked(`${machine.name}, ${target.name}`, target.page), make("small", {}, machine.processor));
    return make("tr", {}, head, ...columns.map((n) => make("td", { className: "number" }, figures[n])));
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (!at("ranking")) return;
    withMachines().then(() => {
      const place = at("matrix");
      if (!place) return;
      place.addEventListener("toggle", () => { if (place.open) matrix(); });
      place.addEventListener("change", () => { shown = STEP; matrix(); });
      at("matrix-more").addEventListener("click", () => { shown += STEP; matrix(); });
      if (place.open) matrix();
    });
  });
})();
