import { vi } from "vitest";
import { createCallHandler } from "../../lib/import/worker/call-handler.ts";
import type { WorkerCall, WorkerMessage } from "../../lib/import/worker/worker-messages.ts";

type Listener = (event: { data: WorkerMessage }) => void;

/** Runs the import worker's code in the test's thread. */
export function stubImportWorker(): void {
  vi.stubGlobal(
    "Worker",
    class {
      #listeners: Listener[] = [];
      #isOver = false;
      #answer = createCallHandler((data) => {
        if (!this.#isOver) for (const listener of this.#listeners) listener({ data });
      });
      addEventListener(name: string, listener: Listener) {
        if (name === "message") this.#listeners.push(listener);
      }
      postMessage(call: WorkerCall) {
        void this.#answer(call);
      }
      terminate() {
        this.#isOver = true;
      }
    },
  );
}

/** A virtualized grid renders as many rows as fit; jsdom reports no size. */
export function stubGridRoom(): void {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1_200);
  HTMLElement.prototype.scrollTo = () => undefined;
}

/** The result of an upload: a response or a broken connection. */
export type UploadAnswer = { status?: number; body: object } | "cut";
export type Upload = { path: string; headers: Headers; fields: Record<string, string>; text: Promise<string> };

/** Replaces the proxy for uploads. `answer` handles each upload; the returned list records them. */
export function serveUploads(answer: (upload: Upload) => UploadAnswer | Promise<UploadAnswer>): Upload[] {
  const uploads: Upload[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class extends EventTarget {
      upload = new EventTarget();
      status = 0;
      responseText = "";
      #path = "";
      #headers = new Headers();
      open(_method: string, path: string) {
        this.#path = path;
      }
      setRequestHeader(name: string, value: string) {
        this.#headers.set(name, value);
      }
      getResponseHeader() {
        return null;
      }
      async send(form: FormData) {
        const fields: Record<string, string> = {};
        let text: Promise<string> = Promise.resolve("");
        for (const [name, value] of form) {
          if (typeof value === "string") fields[name] = value;
          else text = value.text();
        }
        const upload = { path: this.#path, headers: this.#headers, fields, text };
        uploads.push(upload);
        const given = await answer(upload);
        if (given !== "cut") {
          this.status = given.status ?? 202;
          this.responseText = JSON.stringify(given.body);
        }
        this.dispatchEvent(new Event(given === "cut" ? "error" : "load"));
      }
    },
  );
  return uploads;
}
