import { expect, it } from "vitest";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { postmanCollection } from "./postman.ts";

type Item = { name: string; item?: Item[]; request?: Request };
type Request = {
  method: string;
  description: string;
  auth: { type: string };
  header: { key: string }[];
  body?: { mode: string; raw?: string; formdata?: object[] };
  url: { path: string[]; variable: { key: string; value: string }[]; query: { key: string; disabled: boolean }[] };
};

const all = Object.values(endpoints) as Endpoint[];
const collection = postmanCollection(all, "1.2.3") as { item: Item[] };
const requests = collection.item.flatMap((folder) => folder.item ?? []).flatMap(({ request }) => request ?? []);
const find = (name: string) => requests.find(({ description }) => description === name);

it("has every endpoint once, with its variables filled", () => {
  expect(requests.map(({ description }) => description).sort()).toEqual(
    all.map((one) => `${one.method} ${one.path}`).sort(),
  );
  for (const { url, description } of requests) {
    const inPath = url.path.filter((part) => part.startsWith(":")).map((part) => part.slice(1));
    expect(
      url.variable.map(({ key }) => key),
      description,
    ).toEqual(inPath);
    expect(
      url.variable.every(({ value }) => value !== ""),
      description,
    ).toBe(true);
  }
});

it("has bodies that the contract accepts", () => {
  for (const one of all.filter(({ body, upload }) => body && !upload)) {
    const { body } = find(`${one.method} ${one.path}`) ?? {};
    const result = one.body?.safeParse(JSON.parse(body?.raw ?? "null"));
    expect(result?.success, `${one.path}: ${result?.error}`).toBe(true);
  }
});

it("sends the files of an upload as files, and leaves out its optional fields", () => {
  expect(find("POST /wallet/bulk-credit-customer")?.body?.formdata).toEqual([
    { key: "file", type: "file" },
    { key: "operation", type: "text", value: "credit", disabled: false },
    { key: "batchReference", type: "text", value: "", disabled: true },
    { key: "fileName", type: "text", value: "", disabled: true },
  ]);
  const { formdata } = find("POST /wallet/bulk-create-customers")?.body ?? {};
  expect(formdata).toMatchObject([
    { key: "customers", type: "file" },
    { key: "fileName", disabled: true },
  ]);
});

it("sends the credential and a key where they are needed", () => {
  expect(find("POST /transfer/wallet")).toMatchObject({
    auth: { type: "bearer" },
    header: [{ key: "Idempotency-Key" }],
  });
  expect(find("POST /auth/login")).toMatchObject({ auth: { type: "noauth" } });
  expect(find("GET /wallet/customer")?.url.query).toMatchObject([{ key: "customerId", disabled: false }]);
});
