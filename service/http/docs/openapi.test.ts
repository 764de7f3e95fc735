import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { events } from "../../../contract/events.ts";
import { callersOf } from "../../../contract/reference/calls.ts";
import { EmailAddress } from "../../../contract/values.ts";
import { internalReferences } from "../../../scripts/citations.ts";
import { openApiDocument } from "./openapi.ts";

const all = Object.entries(endpoints) as [string, Endpoint][];
const document = openApiDocument(Object.values(endpoints), "1.2.3");
const operation = (one: Endpoint) => document.paths[one.path]?.[one.method.toLowerCase()];

describe("the OpenAPI document", () => {
  it("has every endpoint under its operation ID, and nothing else", () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(described.map((one) => one.operationId).sort()).toEqual(all.map(([name]) => name).sort());
  });

  it("has no broken reference to a component", () => {
    const references = new Set(JSON.stringify(document).match(/"#\/[^"]+"/g));
    expect(references.size).toBeGreaterThan(20);
    for (const reference of references) {
      const name = reference.slice(1, -1).replace("#/components/schemas/", "");
      expect(document.components.schemas, name).toHaveProperty(name);
    }
  });

  it.each(all)("describes parameters, body and responses of %s", (_name, one) => {
    const described = operation(one);
    const inPath = described?.parameters?.filter((parameter) => parameter.in === "path") ?? [];
    expect(inPath.map((parameter) => `{${parameter.name}}`)).toEqual(one.path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every((parameter) => parameter.required)).toBe(true);
    const type = one.upload ? "multipart/form-data" : "application/json";
    expect(Object.keys(described?.requestBody?.content ?? {})).toEqual(one.body ? [type] : []);
    const statuses = [one.status, ...(one.also ? [one.also.status] : [])].map(String).sort();
    expect(Object.keys(described?.responses ?? {})).toEqual([...statuses, "default"]);
    expect(described?.tags.includes("extension")).toBe(one.extension);
    expect(described?.["x-permission"]).toEqual(one.permission);
  });

  it.each(["downloadReceipt", "downloadStatement"] as const)("says that %s answers a PDF", (name) => {
    expect(Object.keys(operation(endpoints[name])?.responses["200"]?.content ?? {})).toEqual(["application/pdf"]);
  });

  it.each(all.filter(([, one]) => one.idempotent))("says that %s takes an Idempotency-Key", (_name, one) => {
    expect(operation(one)?.parameters?.map((parameter) => parameter.name)).toContain("Idempotency-Key");
  });

  it("has one security scheme per kind of caller, and none before sign-in", () => {
    expect(operation(endpoints.login)?.security).toEqual([]);
    expect(operation(endpoints.freezeWallet)?.security).toEqual([{ sessionToken: [] }, { privateKey: [] }]);
    expect(operation(endpoints.startPhoneVerification)?.security).toEqual([{ customerToken: [] }]);
    expect(Object.keys(document.components.securitySchemes)).toEqual(["sessionToken", "privateKey", "customerToken"]);
  });

  it("lists no private key where keys never have the permission", () => {
    for (const one of [endpoints.enablePostNoCredit, endpoints.approveTransaction, endpoints.createRole]) {
      expect(callersOf(one)).toEqual(["session"]);
    }
  });

  it("says which bodies may be left out", () => {
    const isRequired = (one: Endpoint) => operation(one)?.requestBody?.required;
    expect(
      [endpoints.removeTransaction, endpoints.generateAccessKeys, endpoints.updateCustomer].map(isRequired),
    ).toEqual([false, false, false]);
    expect([endpoints.login, endpoints.createWallet, endpoints.uploadBatch].map(isRequired)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("documents the preview of a bulk replay beside the replay", () => {
    const { responses } = operation(endpoints.replayDeliveries) ?? {};
    const dataOf = (status: string) =>
      JSON.stringify(responses?.[status]?.content?.["application/json"]?.schema).includes("etaSeconds");
    expect([dataOf("200"), dataOf("202")]).toEqual([true, false]);
  });

  it.each(["a@b-.com", "a@-b.com", "a..b@c.com", ".a@b.com", "a@b"])(
    "and the service refuse the e-mail %s",
    (email) => {
      expect(EmailAddress.safeParse(email).success).toBe(false);
      const { schema } = operation(endpoints.requestPasswordReset)?.requestBody?.content["application/json"] ?? {};
      const described = (schema as { properties: { email: { format: string; pattern: string } } }).properties.email;
      expect([described.format, new RegExp(described.pattern).test(email)]).toEqual(["email", false]);
    },
  );

  it("requires whole kobo, and the fields of a freeze", () => {
    expect(operation(endpoints.fundMerchantWallet)?.requestBody?.content["application/json"]?.schema).toMatchObject({
      properties: { amount: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
      required: ["amount"],
    });
    expect(operation(endpoints.freezeWallet)?.requestBody?.content["application/json"]?.schema).toMatchObject({
      properties: { customerId: { type: "string", format: "uuid" }, reason: { minLength: 1, maxLength: 500 } },
      required: ["customerId", "reason"],
    });
  });

  it("cites no document and no file of this repository", () => {
    expect(internalReferences("Source: spec 4.2, api 5.")).toEqual(["spec 4.2", "api 5"]);
    expect(internalReferences("Decision 0042; see service/http/docs/openapi.ts.")).toHaveLength(2);
    expect(internalReferences(JSON.stringify(document))).toEqual([]);
  });

  it("describes the webhook events", () => {
    expect(Object.keys(document.webhooks)).toEqual([...Object.keys(events), "test.webhook"]);
  });
});
