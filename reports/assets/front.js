// The front page's ranking for another machine or another length. Needs page.js and tables.js before it. Markup:
//
//   table#ranking[data-take="vm/amd64/ranking"][data-column="1536"], its first rows in the page: rank, hash, cycles/byte,
//   bar, implementation; select[data-choose="machine"], filled here; select[data-choose="column"], its options in the page
//   .static says what the page's own rows are of; it goes when the choices come
//
// Behind "#": m, the machine's ranking, and c, the column.
"use strict";

(() => {
  const { state, make, say, missing, loaded, address, reveal } = hashcop;
  const SVG = "http://www.w3.org/2000/svg";
  const choice = (what) => document.querySelector(`select[data-choose="${what}"]`);
  const table = () => document.getElementById("ranking");

  let targets = new Map(); // name that a ranking is taken by -> {machine, target}

  const listed = async () => {
    const machines = (await loaded("data/machines.js", "machines")) || [];
    targets = new Map(machines.flatMap((machine) => machine.targets.map((target) => [target.take, { machine, target }])));
    return targets;
  };

  function offer() {
    const now = table().dataset.take;
    const makers = new Map();
    for (const [take, { machine, target }] of targets) {
      const words = `${machine.name}, ${target.name}: ${machine.processor}${machine.fit ? "" : ", not a quiet place"}`;
      const maker = machine.maker || "other";
      if (!makers.has(maker)) makers.set(maker, make("optgroup", { label: maker }));
      makers.get(maker).append(new Option(words, take, false, take === now));
    }
    choice("machine").replaceChildren(...makers.values());
  }

  async function start() {
    if (!(await listed()).size) return; // the page's own rows stay, and say what they are of
    offer();
    for (const what of ["machine", "column"]) {
      choice(what).addEventListener("change", chosen);
      reveal(choice(what));
    }
    document.querySelectorAll(".static").forEach((one) => { one.hidden = true; });
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
  }

  async function fill() {
    const [take, column] = [choice("machine").value, choice("column").value];
    const { target } = targets.get(take);
    const [ranking, hashes] = await Promise.all([loaded(target.ranking, take), loaded("data/hashes.js", "hashes")]);
    if (choice("machine").value !== take || choice("column").value !== column) return; // chosen anew meanwhile
    const beside = table().closest(".scroll") || table();
    if (!ranking) {
      say(beside, missing(target.ranking));
      return;
    }
    const rows = ranking[column] || [];
    say(beside, rows.length ? "" : "This machine has no figures for this length.");
    const figures = rows.map((row) => row[6]).filter((figure) => figure > 0);
    const ends = [Math.min(...figures), Math.max(...figures)];
    table().tBodies[0].replaceChildren(...rows.map((row) => line(row, (hashes || {})[row[0]] || {}, ends)));
    Object.assign(table().dataset, { take, column });
    hashcop.tables.renew(table());
    document.dispatchEvent(new CustomEvent("hashcop:filtered"));
  }

  // As templates/index.html writes a row.
  function line([hash, figure, status, implementation, page, rank, raw, security], facts, ends) {
    const link = (text, to) => (to ? make("a", { href: address(to) }, text) : text);
    const isMeasured = raw !== null;
    const title = facts.title && facts.title !== hash ? [make("small", {}, facts.title)] : [];
    const word = make("span", { className: `state ${String(status).replace(/ /g, "-")}` }, link(figure, page));
    const row = make("tr", {},
      make("td", rank ? { "data-sort": String(parseInt(rank, 10)) } : {}, ...ranked(rank)),
      make("th", { scope: "row", className: "text" }, link(hash, facts.page), ...title),
      make("td", isMeasured ? { "data-sort": String(raw) } : {}, isMeasured ? link(figure, page) : word),
      make("td", { className: "bar" }, ...(raw > 0 ? [bar(raw, ends)] : [])),
      make("td", { className: "text" }, implementation));
    Object.assign(row.dataset, {
      names: `${facts.names || hash} ${implementation}`.toLowerCase(), family: (facts.family || "").replace(/ /g, "-"),
      bits: String(facts.bits || ""), groups: facts.groups || "", security: security || "",
    });
    return row;
  }

  const TIE = "Not told from the first of this rank: the 95 % interval of the ratio of their medians holds 1";

  function ranked(rank) {
    if (!rank.endsWith("=")) return [rank];
    return [rank.slice(0, -1), make("abbr", { className: "tie", title: TIE }, "=")];
  }

  function shape(tag, attributes, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // As reports/charts.py draws one: the logarithm of how far a figure is behind the best.
  function bar(value, [best, worst]) {
    const part = worst > best ? Math.log(value / best) / Math.log(worst / best) : 0;
    return shape("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img" },
      shape("title", {}, `${(value / best).toFixed(2)} times the best`),
      shape("rect", { class: "track", width: 100, height: 10 }),
      shape("rect", { class: "mark", width: (3 + 97 * part).toFixed(2), height: 10 }));
  }

  hashcop.front = { targets: async () => (targets.size ? targets : listed()) };

  document.addEventListener("DOMContentLoaded", () => {
    if (table() && choice("machine") && choice("column")) start();
  });
})();
