// Tables that stand in the page: sorting, search, choices, counts. The rules of their markup:
//
//   table.sortable                          its column heads sort; <td data-sort="1.5"> sorts by that, one without comes last
//   input[data-filter="#ID"]                words, all of which must be in a row's data-names, or in its text if it has none
//   select[data-where="#ID"][data-field=F]  rows whose data-F has the chosen word; "" is all
//   button[data-preset=WORDS][data-target="#ID"]  puts words into a search box, or a value into a select, and out again
//   output[data-count="#ID"]                "12 of 53"
//
// #ID is a table, or holds elements with data-names; a search may have several: "#ID, #ID". A control with a `name`
// keeps its value behind "#". Controls are hidden in the page, with their label and paragraph, until this shows them.
"use strict";

(() => {
  const { state, make, reveal } = hashcop;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // Sorting. tablesort knows the direction by aria-sort; we add buttons, numbers, and rows without figure last.

  const number = (text) => (text.trim() === "" ? NaN : Number(text));

  function sortable(table) {
    const heads = [...(table.tHead ? table.tHead.rows[table.tHead.rows.length - 1].cells : [])];
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
    if (!heads.length || typeof Tablesort === "undefined") return;
    heads.forEach((head, column) => {
      if (head.dataset.sortMethod === "none") return;
      const cells = rows.map((row) => row.cells[column]).filter(Boolean);
      const keys = cells.map((cell) => cell.dataset.sort).filter((key) => key !== undefined);
      if (!keys.length && head.classList.contains("bar")) head.dataset.sortMethod = "none"; // a picture of another column
      if (head.dataset.sortMethod === "none") return;
      if (keys.length && keys.every((key) => !isNaN(number(key)))) head.dataset.sortMethod = "figure";
      button(head);
    });
    const sorter = new Tablesort(table);
    heads.forEach((head) => head.removeAttribute("tabindex")); // the buttons in them have the focus
    table.addEventListener("afterSort", () => settle(table, heads));
    restore(table, heads);
    table.hashcopSorter = sorter;
  }

  // A real button, so that Enter, Space and screen readers need nothing special. A head that is a link keeps its link.
  function button(head) {
    const name = head.textContent.trim().replace(/\s+/g, " ");
    if (head.querySelector("a, button, abbr")) {
      head.append(" ", make("button", { type: "button", className: "sort", "aria-label": `sort by ${name}` }));
      return;
    }
    const inside = make("button", { type: "button", className: "sort" });
    inside.append(...head.childNodes);
    head.append(inside);
  }

  function settle(table, heads) {
    const head = heads.find((each) => each.hasAttribute("aria-sort"));
    if (!head) return;
    const column = head.cellIndex;
    if (head.dataset.sortMethod === "figure") {
      for (const body of table.tBodies) {
        // In either direction: "not built" is neither fast nor slow.
        body.append(...[...body.rows].filter((row) => isNaN(number(row.cells[column]?.dataset.sort ?? ""))));
      }
    }
    if (table.id) state.set({ sort: [table.id, String(column), head.getAttribute("aria-sort")] });
  }

  function restore(table, heads) {
    const [id, column, direction] = state.list("sort");
    const head = heads[Number(column)];
    if (!table.id || id !== table.id || !head || head.dataset.sortMethod === "none") return;
    head.click();
    if (direction === "descending") head.click();
  }

  function withNumbers() {
    if (typeof Tablesort === "undefined") return;
    // tablesort reverses for "ascending", so its comparisons are the wrong way round.
    const key = (text) => (isNaN(number(text)) ? Infinity : number(text));
    Tablesort.extend("figure", () => false, (a, b) => (key(a) === key(b) ? 0 : key(b) - key(a)));
  }

  // Filters. What is hidden is worked out anew from all controls of a target.

  const squeezed = (text) => text.replace(/[-_./]/g, "");
  const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  const rowsOf = (target) =>
    target.tagName === "TABLE" ? [...target.tBodies].flatMap((body) => [...body.rows]) : all("[data-names]", target);

  function has(row, word) {
    const names = (row.dataset.names ?? row.textContent).toLowerCase();
    return names.includes(word) || squeezed(names).includes(squeezed(word) || word);
  }

  const at = (id) => (id && id[0] === "#" ? document.getElementById(id.slice(1)) : null);
  const ids = (control) => (control.dataset.filter || control.dataset.where || "").split(",").map((id) => id.trim());
  const targets = (control) => ids(control).map(at).filter(Boolean);
  // data-family is a list of words, so a name of two words is written as one there.
  const joined = (value) => value.replace(/ /g, "_");

  function apply(target) {
    const id = `#${target.id}`;
    const wanted = all("input[data-filter]").filter((one) => ids(one).includes(id)).flatMap((one) => words(one.value));
    const chosen = all("select[data-where]").filter((one) => one.dataset.where === id && one.value);
    let shown = 0;
    const rows = rowsOf(target);
    for (const row of rows) {
      const fits = wanted.every((word) => has(row, word))
        && chosen.every((one) => (row.dataset[one.dataset.field] || "").split(" ").includes(joined(one.value)));
      row.hidden = !fits;
      shown += fits;
    }
    for (const output of all("output[data-count]")) {
      if (output.dataset.count !== id) continue;
      const text = `${shown} of ${rows.length}`;
      if (output.textContent !== text) output.textContent = text; // said anew only if it is new
    }
  }

  function changed(control) {
    if (control.name) state.set({ [control.name]: control.value || null });
    targets(control).forEach(apply);
    presets();
  }

  // Presets are switches: pressed while their words are in the box.

  const isOn = (preset, box) =>
    box.tagName === "SELECT"
      ? box.value === preset.dataset.preset
      : words(preset.dataset.preset).every((word) => words(box.value).includes(word));

  function presets() {
    for (const preset of all("button[data-preset]")) {
      const box = at(preset.dataset.target);
      if (!box) continue;
      reveal(preset);
      preset.setAttribute("aria-pressed", String(isOn(preset, box)));
    }
  }

  function press(preset) {
    const box = at(preset.dataset.target);
    if (!box) return;
    const mine = words(preset.dataset.preset);
    if (box.tagName === "SELECT") box.value = isOn(preset, box) ? "" : preset.dataset.preset;
    else if (isOn(preset, box)) box.value = words(box.value).filter((word) => !mine.includes(word)).join(" ");
    else box.value = [...new Set([...words(box.value), ...mine])].join(" ");
    changed(box);
  }

  // A choice is offered for each word that some row has, unless the page lists the choices itself.
  function offer(select) {
    const target = at(select.dataset.where);
    if (!target || select.options.length > 1) return;
    const found = new Set(rowsOf(target).flatMap((row) => (row.dataset[select.dataset.field] || "").split(" ")));
    const sorted = [...found].filter(Boolean).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    for (const word of sorted) select.add(new Option(word.replace(/_/g, " "), word));
  }

  function start(control) {
    reveal(control);
    if (control.dataset.where) offer(control);
    if (control.name && state.has(control.name)) control.value = state.get(control.name);
    if (control.tagName === "SELECT" && control.selectedIndex < 0) control.value = "";
  }

  const CONTROLS = "input[data-filter], select[data-where]";

  function everything() {
    all(CONTROLS).forEach(start);
    new Set(all(CONTROLS).flatMap(targets)).forEach(apply);
    presets();
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches(CONTROLS)) changed(event.target);
  });
  document.addEventListener("click", (event) => {
    const preset = event.target.closest("button[data-preset]");
    if (preset) press(preset);
  });
  document.addEventListener("DOMContentLoaded", () => {
    withNumbers();
    all("table.sortable").forEach(sortable);
    everything();
  });
  window.addEventListener("hashchange", everything);

  hashcop.tables = {
    apply,
    // After rows were replaced: the order and the filter that the reader chose hold for the new ones.
    renew(table) {
      table.hashcopSorter?.refresh();
      apply(table);
    },
  };
})();
