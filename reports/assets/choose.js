// The compare page's form: a series by machine, target, hash and implementation. Each field is filled from the one before.
//
//   form#choose: input[name=machine][list=machines], datalist#machines, select[name=target],
//                input[name=hash][list=hashes], datalist#hashes, select[name=implementation], button[type=submit]
"use strict";

(() => {
  const { make, loaded, say, missing } = hashcop;

  // What was typed: the whole name, or a part that only one name has.
  function named(typed, names) {
    const text = typed.trim().toLowerCase();
    const exact = names.find((name) => name.toLowerCase() === text);
    if (exact !== undefined || !text) return exact;
    const parts = names.filter((name) => name.toLowerCase().includes(text));
    return parts.length === 1 ? parts[0] : undefined;
  }

  function options(select, pairs) {
    const before = select.value;
    select.replaceChildren(...pairs.map(([value, text]) => new Option(text, value)));
    if (pairs.some(([value]) => value === before)) select.value = before;
    select.disabled = !pairs.length;
  }

  function suggestions(list, pairs) {
    list.replaceChildren(...pairs.map(([value, label]) => make("option", { value, label: label || value })));
  }

  // machines: of data/machines.js; add(id) is called with the id of the chosen series.
  function form(machines, add) {
    const place = document.getElementById("choose");
    const { machine, target, hash, implementation } = place.elements;
    const hashes = document.getElementById("hashes");
    let index = {}; // of the chosen machine: target -> hash -> {data, take, implementations}

    suggestions(document.getElementById("machines"), machines.map((one) => [one.name, `${one.name}: ${one.processor}`]));

    const theMachine = () => {
      const name = named(machine.value, machines.map((one) => one.name));
      return machines.find((one) => one.name === name);
    };

    async function machineChosen() {
      const one = theMachine();
      index = one ? (await loaded(one.index, `${one.key}/index`)) || {} : {};
      say(place, one && !Object.keys(index).length ? missing(one.index) : "");
      options(target, Object.keys(index).map((name) => [name, name]));
      targetChosen();
    }

    function targetChosen() {
      suggestions(hashes, Object.keys(index[target.value] || {}).map((name) => [name]));
      return hashChosen();
    }

    async function hashChosen() {
      const found = index[target.value] || {};
      const entry = found[named(hash.value, Object.keys(found))];
      const data = entry && (await loaded(entry.data, entry.take));
      say(place, entry && !data ? missing(entry.data) : "");
      options(implementation, data ? data.series.map((one) => [one.id, one.name]) : []);
    }

    machine.addEventListener("input", machineChosen);
    target.addEventListener("change", targetChosen);
    hash.addEventListener("input", hashChosen);
    place.addEventListener("submit", (event) => {
      event.preventDefault();
      if (implementation.value) add(implementation.value);
      else say(place, "Choose a machine, a hash and an implementation first.");
    });
    place.hidden = false;

    return {
      // Most comparisons stay on one machine and one hash: the form starts with those of the series chosen last.
      async suggest({ machineName, targetName, hashName } = {}) {
        if (machine.value) return;
        machine.value = machineName || (machines.length === 1 ? machines[0].name : "");
        hash.value = hashName || "";
        await machineChosen();
        if (targetName && index[targetName]) {
          target.value = targetName;
          await targetChosen();
        }
      },
    };
  }

  hashcop.choose = form;
})();
