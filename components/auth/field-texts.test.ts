import { expect, test } from "vitest";
import type * as z from "zod";
import { authEndpoints } from "../../contract/auth.ts";
import { LoginBody } from "../../contract/login-body.ts";
import { merchantAccountEndpoints } from "../../contract/merchant-account.ts";
import { teamEndpoints } from "../../contract/team.ts";
import { contractResolver, type FieldTexts } from "../ui/contract-resolver.ts";
import { FIELD_TEXTS, LOGIN_TEXTS } from "./field-texts.ts";

const options = { fields: {}, shouldUseNativeValidation: false };

/** The message that the form shows below the field, or `undefined` if it accepts the text. */
async function problemOf(schema: z.ZodObject, texts: Record<string, FieldTexts>, name: string, text: string) {
  const { errors } = await contractResolver(schema, texts)({ [name]: text }, undefined, options);
  return errors[name]?.message;
}

const register = merchantAccountEndpoints.registerMerchant.body;
const schemas = {
  firstName: register,
  lastName: register,
  businessName: register,
  businessType: register,
  email: register,
  phoneNumber: register,
  password: register,
  activationCode: merchantAccountEndpoints.verifyMerchant.body,
  invitationCode: teamEndpoints.acceptInvitation.body,
  resetCode: authEndpoints.resetPassword.body,
} as const satisfies Record<keyof typeof FIELD_TEXTS, z.ZodObject>;

const corpus = [
  ...["", " ", "x", "Ngọzi", "x".repeat(100), "x".repeat(101), "x".repeat(200), "x".repeat(201), "x".repeat(256)],
  ...["x".repeat(257), "sevench", "eightchr", "123456", " 123456 ", "12345", "1234567", "12345a"],
  ...["123456789012", " 123456789012", "12345678901", "1234567890123"],
  ...["a@b.ng", "a.b+c@d-e.example", "a@b", "@b.ng", "a@@b.ng", "a..b@c.ng", ".a@c.ng", "a b@c.ng", "a@c.ng "],
  ...[`${"a".repeat(246)}@b.ng12`, `${"a".repeat(248)}@bb.ng`, `${"a".repeat(249)}@bb.ng`, "ọ@b.ng"],
  ...["08031234567", "0803 123 4567", "+234 803 123 4567", "234-803-123-4567", "(0803) 123.4567", "0803123456"],
  ...["080312345678", "+1 803 123 4567", "8031234567", "0803123456x", " 08031234567 "],
];

test.each(Object.keys(schemas) as (keyof typeof schemas)[])(
  "the form and the contract agree on every %s",
  async (name) => {
    const schema: z.ZodObject = schemas[name];
    const texts: FieldTexts = FIELD_TEXTS[name];
    const shown = [...Object.values(texts), "This is too long."];
    for (const text of corpus) {
      const problem = await problemOf(schema, FIELD_TEXTS, name, text);
      expect([text, problem === undefined]).toEqual([text, schema.shape[name]?.safeParse(text).success]);
      if (problem !== undefined) expect(shown).toContain(problem);
    }
  },
);

test("each reason for a rejection has its own message", async () => {
  expect(await problemOf(register, FIELD_TEXTS, "email", "")).toBe("Enter your e-mail.");
  expect(await problemOf(register, FIELD_TEXTS, "email", "a@b")).toBe("Enter a valid e-mail address.");
  expect(await problemOf(register, FIELD_TEXTS, "email", `${"a".repeat(249)}@bb.ng`)).toBe("This is too long.");
  expect(await problemOf(register, FIELD_TEXTS, "firstName", " ")).toBe("Enter your first name.");
  expect(await problemOf(register, FIELD_TEXTS, "password", "sevench")).toBe("At least 8 characters.");
});

test("the sign-in form and the contract agree on every length", async () => {
  const texts = [0, 1, 512, 513, 1024, 1025].map((length) => "x".repeat(length));
  for (const email of texts) {
    for (const password of texts) {
      const { errors } = await contractResolver(LoginBody, LOGIN_TEXTS)({ email, password }, undefined, options);
      expect(Object.keys(errors).length === 0).toBe(LoginBody.safeParse({ email, password }).success);
    }
  }
});
