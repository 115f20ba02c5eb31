// Typing paper sheets. Enter goes on to the next field that is needed, and saves in the last one. After a double victory
// nobody counts cards, and the card points of one side are enough.
const CARDS = ["points", "other_points"];

function victory(order, sides) {
  const out = order.match(/\d/g) ?? [];
  const all = (side) => out.length >= side.length && out.slice(0, side.length).every((seat) => side.includes(seat));
  return sides !== undefined && sides.split(" ").some(all);
}

function nextField(form, field) {
  const fields = [...form.querySelectorAll("input:not([type=hidden])")];
  const enough =
    (field.name === "points" && field.value.trim() !== "") ||
    (field.name === "out" && victory(field.value, form.dataset.sides));
  return fields.slice(fields.indexOf(field) + 1).find((each) => !(enough && CARDS.includes(each.name)));
}

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || field.tagName !== "INPUT" || !field.form?.matches("[data-typing]")) return;
  const next = nextField(field.form, field);
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// What stands in a field is typed over, whichever way one comes to it.
function select(field) {
  if (field.form?.matches("[data-typing]")) field.select?.();
}

document.addEventListener("focusin", (event) => select(event.target));
select(document.activeElement);

// The other side's card points are what is left of 100.
document.addEventListener("input", (event) => {
  const other = event.target.form?.elements.other_points;
  if (!other || event.target.name !== "points") return;
  const points = Number.parseInt(event.target.value, 10);
  other.placeholder = Number.isNaN(points) ? "" : String(100 - points);
});

// Anything else that is no success has not been saved, and whoever types must know.
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.requestConfig.elt.matches("form")) return;
  document.getElementById("unsaved").hidden = event.detail.successful === true;
});
