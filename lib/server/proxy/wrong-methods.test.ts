import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

type Handler = (request: Request, context: object) => Response | Promise<Response>;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const ROUTES = globSync("app/api/**/route.ts");

it.each(ROUTES)("%s answers every method itself, and Next none", async (file) => {
  const handlers: Record<string, Handler | undefined> = await import(/* @vite-ignore */ join(process.cwd(), file));
  const isCatchAll = file.includes("[...");
  // Next answers HEAD with the handler of GET.
  expect(METHODS.filter((method) => !handlers[method])).toEqual(handlers.HEAD ? [] : ["HEAD"]);
  if (isCatchAll) return;
  const allowed = /health|reference/.test(file) ? ["GET", "HEAD"] : ["POST"];
  for (const method of METHODS.filter((one) => !allowed.includes(one))) {
    const answer = await handlers[method]?.(new Request("http://localhost/", { method }), {});
    expect([answer?.status, answer?.headers.get("allow")]).toEqual([405, allowed.join(", ")]);
    expect(await answer?.json()).toEqual({
      status: false,
      code: "method_not_allowed",
      message: "This address does not support this method.",
      requestId: answer?.headers.get("x-request-id"),
    });
  }
});
