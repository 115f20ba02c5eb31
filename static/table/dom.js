// A few words for making elements.

export const find = (id) => document.getElementById(id);

/** An element with attributes, properties and listeners (on…), and what stands in it. */
export function make(tag, given = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...inside.filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

/** Put this in place of whatever stands there; who had the focus keeps it, if it is still there by its data-key. */
export function fill(element, ...inside) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...inside.filter((each) => each !== null && each !== undefined && each !== false));
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

/** Show a text, or hide its element if there is none. */
export function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}
