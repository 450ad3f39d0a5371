// Talks to the server. What was pressed is sent until the server has it, and counts once: every command names the state
// that it answers, and has a name of its own.

export class Gone extends Error {}

const base = new URL("./", location.href);

async function request(path, options = {}) {
  const response = await fetch(new URL(path, base), { cache: "no-store", ...options });
  if (response.status === 403) throw new Gone();
  return response;
}

export async function get(path, options) {
  const response = await request(path, options);
  if (!response.ok) throw new Error((await response.json().catch(() => ({}))).error ?? "the server refused the request");
  return response.json();
}

function random_name() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join("");
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

/** Returns {status, body}; `waiting` is called whenever an attempt has failed. */
export async function act(action, body, waiting) {
  const text = JSON.stringify({ ...body, press: random_name() });
  for (;;) {
    try {
      const response = await request(`api/${action}`,
        { method: "POST", headers: { "Content-Type": "application/json" }, body: text });
      if (response.status < 500) return { status: response.status, body: await response.json() };
    } catch (error) {
      if (error instanceof Gone) throw error;
    }
    waiting();
    await next_attempt();
  }
}
