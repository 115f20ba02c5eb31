// The invitation stands behind the # of the address, which browsers keep to themselves. It goes into the forms from
// here, and then there is nothing left to paste.
const invitation = decodeURIComponent(location.hash.slice(1));
for (const field of document.querySelectorAll("[data-token]")) {
  const input = field.querySelector("input");
  input.value = invitation || input.value;
  field.hidden = input.value !== "" && !field.querySelector(".field-error");
}
