import { render } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { vi } from "vitest";
import { QueryProvider } from "../../lib/api/query-provider.tsx";
import { SessionProvider } from "../../lib/api/session-provider.tsx";
import type { FrameFacts, Session } from "../../lib/permissions.ts";
import { aSession } from "./replies.ts";

type PageOptions = { session?: Session; facts?: FrameFacts; search?: string };

/** Renders a component inside the providers of a page. */
export function renderPage(page: ReactElement, options: PageOptions = {}) {
  return render(withProviders(page, options));
}

/** Shows a component as the server draws it, before hydration. */
export function drawPage(page: ReactElement, options: PageOptions = {}) {
  const html = renderToString(withProviders(page, options));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the page itself, and is cleaned up as other renderings are.
  return render(<div dangerouslySetInnerHTML={{ __html: html }} />);
}

function withProviders(page: ReactElement, { session = aSession(), facts, search = "" }: PageOptions): ReactElement {
  return (
    <NuqsTestingAdapter searchParams={search} hasMemory>
      <SessionProvider session={session} facts={facts}>
        <QueryProvider>{page}</QueryProvider>
      </SessionProvider>
    </NuqsTestingAdapter>
  );
}

export type Call = { method: string; path: string; body: unknown; headers: Headers };
export type Answer = { status?: number; body: object } | "cut";

/** Replaces the proxy. `answer` handles each call; the returned list records them. */
export function serve(answer: (call: Call) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const call = { method: init.method ?? "GET", path, body, headers: new Headers(init.headers) };
    calls.push(call);
    const given = await answer(call);
    if (given === "cut") throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(given.body), { status: given.status ?? 200 });
  });
  return calls;
}

/** An error reply of the service. */
export function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { status: false, code, message, requestId: "req-1" } };
}

/** Loses the network, or finds it again. */
export function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
}

/** Browser APIs that the palette's list needs and jsdom lacks. */
export function stubLayout() {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {
        return undefined;
      }
      unobserve() {
        return undefined;
      }
      disconnect() {
        return undefined;
      }
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
}
