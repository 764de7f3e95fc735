import { useQuery } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aSession } from "../../components/testing/replies.ts";
import { type FirstReads, keepFirstReads } from "./first-reads.ts";
import { QueryProvider } from "./query-provider.tsx";
import { readAllOf, readOf, readPagesOf } from "./read.ts";
import { request } from "./request.ts";
import { SessionProvider, useSession } from "./session-provider.tsx";

const fetched = vi.fn<typeof fetch>();
const atMs = Date.now();
const replies = {
  "/customer?page=1": '{"status":true,"name":"Ngozi"}',
  "/wallet/tags": '{"status":true,"name":"vip"}',
};
const named = ({ name }: { name: string }) => name;
const first = { path: "/customer", query: { page: 1 } } as const;

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json({ status: true, name: "fetched" }));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

function Customer() {
  const session = useSession();
  return <p>{useQuery({ queryKey: ["customer"], staleTime: 60_000, ...readOf(session, first, named) }).data ?? "…"}</p>;
}

/** Server and browser each make their own session object of the one in the document. */
function aPage(firstReads: FirstReads) {
  return (
    <SessionProvider session={aSession("Admin")}>
      <QueryProvider firstReads={firstReads}>
        <Customer />
      </QueryProvider>
    </SessionProvider>
  );
}

it("a page is rendered with the replies of its document, and the browser takes over without a read or a difference", async () => {
  const onRecoverableError = vi.fn();
  const body = document.createElement("div");
  body.innerHTML = renderToString(aPage({ atMs, replies }));
  expect(body.textContent).toBe("Ngozi");
  await act(async () => hydrateRoot(body, aPage({ atMs, replies }), { onRecoverableError }));
  expect(body.textContent).toBe("Ngozi");
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(fetched).not.toHaveBeenCalled();
});

it("a document never shows what was read for another one of the same person", () => {
  expect(renderToString(aPage({ atMs, replies }))).toContain("Ngozi");
  expect(renderToString(aPage({ atMs, replies: {} }))).not.toContain("Ngozi");
});

it("a reply that is late is not waited for", () => {
  const late = { "/customer?page=1": new Promise<string>(() => undefined) };
  expect(renderToString(aPage({ atMs, replies: late }))).toContain("…");
});

it("a page renders with a reply once, and not after a write", async () => {
  const session = aSession("Admin");
  keepFirstReads(session, { atMs, replies });
  expect(readOf(session, first, named).initialData()).toBe("Ngozi");
  expect(readOf(session, first, named).initialData()).toBeUndefined();
  await request(session, { method: "POST", path: "/wallet/close", body: {} });
  expect(readOf(session, { path: "/wallet/tags" }, named).initialData()).toBeUndefined();
});

it("a value of several replies needs all of them, and the first page of a list is a page", () => {
  const session = aSession("Admin");
  keepFirstReads(session, { atMs, replies });
  const both = (...paths: `/${string}`[]) =>
    readAllOf(
      session,
      paths.map((path) => ({ path })),
      (all: { name: string }[]) => all.map(named),
    );
  expect(both("/wallet/tags", "/wallet").initialData()).toBeUndefined();
  expect(both("/wallet/tags").initialData()).toEqual(["vip"]);
  const pages = readPagesOf<{ name: string }, number>(session, 1, (page) => ({ path: "/customer", query: { page } }));
  expect(pages.initialData()).toMatchObject({ pages: [{ name: "Ngozi" }], pageParams: [1] });
});

it("a read up to now is the one that the server sent, and its age is that of the reply", () => {
  const session = aSession("Admin");
  const earlier = atMs - 61_000;
  keepFirstReads(session, {
    atMs: earlier,
    replies: { [`/deliveries?until=${earlier}`]: '{"status":true,"name":"now"}' },
  });
  const read = readOf(session, (until) => ({ path: "/deliveries", query: { until } }), named);
  expect(read.initialData()).toBe("now");
  expect(read.initialDataUpdatedAt()).toBe(earlier);
});
