// Talks to the server. What was pressed is sent until the server has stored it, and counts once: every command names the
// question that it answers, or the answer that it corrects.

/** The server says in a sentence why it does not do something. */
export class Refused extends Error {}
/** The address is not valid, and will not be. */
export class Gone extends Refused {}

const no_reason = "the server gives no reason";
const reason_of = async (response) => (await response.json().catch(() => ({}))).error ?? no_reason;

const base = new URL("./", location.href);

async function request(path, options = {}) {
  const response = await fetch(new URL(path, base), { cache: "no-store", ...options });
  if (response.status === 403) throw new Gone(await reason_of(response));
  return response;
}

export async function get(path, options) {
  const response = await request(path, options);
  if (!response.ok) throw new Refused(await reason_of(response));
  return response.json();
}

function next_attempt() {
  return new Promise((resolve) => {
    const timer = setTimeout(done, 1500);
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    }
    addEventListener("online", done);
  });
}

/** Returns {status, body}; `waiting` is called with the reason whenever an attempt has failed. */
export async function act(action, body, waiting) {
  const text = JSON.stringify(body);
  for (;;) {
    let reason = "Not saved: no connection to the server";
    try {
      const response = await request(`api/${action}`,
        { method: "POST", headers: { "Content-Type": "application/json" }, body: text });
      if (response.status < 500) return { status: response.status, body: await response.json() };
      reason = await reason_of(response);
    } catch (error) {
      if (error instanceof Gone) throw error;
    }
    waiting(reason);
    await next_attempt();
  }
}
