// The token stands behind the # of the address, which browsers keep to themselves. It is exchanged for a cookie here,
// and does not stay in the history.
import { ask, rememberProof } from "./net.js";

const show = (id) => {
  for (const each of ["coming", "away", "unknown"]) document.getElementById(each).hidden = each !== id;
};

async function exchange(token, wait = 1) {
  const answer = await ask("POST", "/api/v1/session/link/", { token });
  if (answer.ok) {
    location.replace("/play/");
  } else if (answer.problem) {
    show("unknown");
  } else {
    show("away");
    setTimeout(() => exchange(token, Math.min(wait * 2, 15)), wait * 1000);
  }
}

function comeIn() {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!token) return;
  history.replaceState(null, "", location.pathname);
  rememberProof(document.getElementById("coming").dataset.proof); // who came in before by another link must show it
  show("coming");
  exchange(token);
}

addEventListener("hashchange", comeIn);
comeIn();
