import { render } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactElement } from "react";
import { vi } from "vitest";
import { QueryProvider } from "../../lib/api/query-provider.tsx";
import { SessionProvider } from "../../lib/api/session-provider.tsx";
import type { Session } from "../../lib/permissions.ts";
import { aSession } from "./replies.ts";

/** A component with all that stands above it on a page. */
export function renderPage(
  page: ReactElement,
  { session = aSession(), search = "" }: { session?: Session; search?: string } = {},
) {
  return render(
    <NuqsTestingAdapter searchParams={search} hasMemory>
      <SessionProvider session={session}>
        <QueryProvider>{page}</QueryProvider>
      </SessionProvider>
    </NuqsTestingAdapter>,
  );
}

export type Call = { method: string; path: string; body: unknown; headers: Headers };
export type Answer = { status?: number; body: object } | "cut";

/** Stands in for the proxy: `answer` gets each call, whose list is returned. */
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

/** A refusal of the service. */
export function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { status: false, code, message, requestId: "req-1" } };
}

/** What jsdom lacks and the palette's list asks for. */
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
