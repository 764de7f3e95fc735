import { expect, test } from "vitest";
import { customerEndpoints } from "../../../contract/customers.ts";
import { aCustomer } from "../../testing/replies.ts";
import { PersonForm } from "../create/create-wallet-rules.ts";
import { changesOf, formOf } from "./customer-rules.ts";

const corpus: Partial<PersonForm>[] = [
  {},
  ...["", "  ", "Ọlá", "x".repeat(100), "x".repeat(101)].map((firstName) => ({ firstName })),
  ...["", "Ṣóyọyè", "x".repeat(101)].map((lastName) => ({ lastName })),
  ...["08012345678", "+234 801 234 5678", "123", "", "0801234567a"].map((phoneNumber) => ({ phoneNumber })),
  ...["", "12 Marina", "x".repeat(500), "x".repeat(501)].map((address) => ({ address })),
];

test.each(corpus)("the form agrees with the contract on %j", (change) => {
  const form = { ...formOf(aCustomer()), ...change };
  const body = changesOf(aCustomer(), form);
  expect(PersonForm.safeParse(form).success).toBe(customerEndpoints.updateCustomer.body.safeParse(body).success);
});

test("only changed fields are sent, and an emptied address is null", () => {
  const customer = aCustomer({ address: "12 Marina" });
  expect(changesOf(customer, formOf(customer))).toEqual({});
  expect(changesOf(customer, { ...formOf(customer), lastName: "Adé", address: "" })).toEqual({
    lastName: "Adé",
    address: null,
  });
});
