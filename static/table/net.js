// Questions to the server. Only what is recognisably its own counts as an answer: a hotel's sign-in page, a proxy's
// error or a cut connection do not.

const PATIENCE = 15_000;
let proof = "";

/** The proof of origin that whatever writes must carry; it comes with every answer of /api/v1/now/. */
export function rememberProof(token) {
  proof = token;
}

/** Ask; {ok, status, data}, or {problem} with the server's reason for a no, or {away: true} if nobody answered. */
export async function ask(method, address, body) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(address, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": proof },
      credentials: "same-origin",
      redirect: "error",
      cache: "no-store",
      signal: patience.signal,
    });
    return await understood(answer);
  } catch {
    return { away: true };
  } finally {
    clearTimeout(timer);
  }
}

/** A no without a code of ours may be anybody's; and where the server has trouble, it is asked again later. */
async function understood(answer) {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!/json/.test(kind) && answer.status !== 204) return { away: true };
  const data = answer.status === 204 ? null : await answer.json();
  if (answer.ok) return { ok: true, status: answer.status, data };
  if (typeof data?.code !== "string" || answer.status >= 500 || answer.status === 429) {
    return { away: true, trouble: answer.status };
  }
  return { problem: data, status: answer.status };
}
