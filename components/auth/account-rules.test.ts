import { expect, test } from "vitest";
import { authEndpoints } from "../../contract/auth.ts";
import { merchantAccountEndpoints } from "../../contract/merchant-account.ts";
import { teamEndpoints } from "../../contract/team.ts";
import { ACCOUNT_RULES } from "./account-rules.ts";

type Rule = {
  required: string;
  minLength?: { value: number };
  maxLength?: { value: number };
  pattern?: { value: RegExp };
  validate?: (value: string) => boolean | string;
};

/** As react-hook-form reads the rules of a text field. */
function isTaken(rule: Rule, text: string): boolean {
  if (text === "") return false;
  if (rule.minLength && text.length < rule.minLength.value) return false;
  if (rule.maxLength && text.length > rule.maxLength.value) return false;
  if (rule.pattern && !rule.pattern.value.test(text)) return false;
  return rule.validate === undefined || rule.validate(text) === true;
}

const register = merchantAccountEndpoints.registerMerchant.body.shape;
const schemas = {
  firstName: register.firstName,
  lastName: register.lastName,
  businessName: register.businessName,
  businessType: register.businessType,
  email: register.email,
  phoneNumber: register.phoneNumber,
  password: register.password,
  activationCode: merchantAccountEndpoints.verifyMerchant.body.shape.activationCode,
  mailedCode: teamEndpoints.acceptInvitation.body.shape.invitationCode,
} as const;

const corpus = [
  ...["", " ", "x", "Ngọzi", "x".repeat(100), "x".repeat(101), "x".repeat(200), "x".repeat(201), "x".repeat(256)],
  ...["x".repeat(257), "sevench", "eightchr", "123456", " 123456 ", "12345", "1234567", "12345a"],
  ...["a@b.ng", "a.b+c@d-e.example", "a@b", "@b.ng", "a@@b.ng", "a..b@c.ng", ".a@c.ng", "a b@c.ng", "a@c.ng "],
  ...[`${"a".repeat(246)}@b.ng12`, `${"a".repeat(248)}@bb.ng`, `${"a".repeat(249)}@bb.ng`, "ọ@b.ng"],
  ...["08031234567", "0803 123 4567", "+234 803 123 4567", "234-803-123-4567", "(0803) 123.4567", "0803123456"],
  ...["080312345678", "+1 803 123 4567", "8031234567", "0803123456x", " 08031234567 "],
];

test.each(Object.keys(schemas) as (keyof typeof schemas)[])("the form and the contract agree on every %s", (name) => {
  for (const text of corpus) {
    expect([text, isTaken(ACCOUNT_RULES[name], text)]).toEqual([text, schemas[name].safeParse(text).success]);
  }
});

test("the code of a reset is asked for as that of an invitation", () => {
  const schema = authEndpoints.resetPassword.body.shape.resetCode;
  for (const text of corpus) expect(isTaken(ACCOUNT_RULES.mailedCode, text)).toBe(schema.safeParse(text).success);
});
