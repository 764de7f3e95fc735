import { expect, test } from "vitest";
import { walletCreationEndpoints } from "../../../contract/wallet-creation.ts";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { bodyOf, CREATE_TEXTS, CreateWalletForm } from "./create-wallet-rules.ts";

const good: CreateWalletForm = {
  firstName: "Chidi",
  lastName: "Okafor",
  phoneNumber: "08012345678",
  dateOfBirth: "1992-05-16",
  document: "bvn",
  digits: "22212345678",
  email: "",
  address: "",
};

const long = (length: number) => "x".repeat(length);
const corpus: Partial<Record<keyof CreateWalletForm, string[]>> = {
  firstName: ["Chidi", "Ìfẹ́olúwa", " A ", "", "   ", "\t", long(100), long(101), ` ${long(100)} `, "<b>", "O’Neil"],
  lastName: ["Okafor", "", " ", long(100), long(101)],
  phoneNumber: [
    "08012345678",
    "+2348012345678",
    "2348012345678",
    "0801 234 5678",
    "(0801) 234-5678",
    "+234 (0) 801",
    "8012345678",
    "080123456789",
    "0801234567",
    "",
    "phone",
    "0801234567a",
    `0${" ".repeat(30)}8012345678`,
  ],
  dateOfBirth: ["1992-05-16", "1992-02-29", "1993-02-29", "1992-13-01", "16/05/1992", "", "1992-5-16", "0000-01-01"],
  document: ["bvn", "nin"],
  digits: ["22212345678", "2221234567", "222123456789", "2221234567a", "", "２２２１２３４５６７８", "222 1234567"],
  email: ["a@b.example", "a@b", "a b@c.example", "@", "ọla@mail.example", `${long(260)}@mail.example`, "a@b.example "],
  address: ["12 Marina, Lagos", long(500), long(501), ` ${long(500)} `, "   "],
};
const forms = Object.entries(corpus).flatMap(([field, values]) =>
  values.map((value) => ({ ...good, [field]: value }) as CreateWalletForm),
);

test.each(forms)("the form agrees with the contract on %j", (form) => {
  const isTaken = walletCreationEndpoints.createWallet.body.safeParse(bodyOf(form)).success;
  expect(CreateWalletForm.safeParse(form).success).toBe(isTaken);
});

test.each(forms)("every error of %j has a message of the form", async (form) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await contractResolver(CreateWalletForm, CREATE_TEXTS)(form, undefined, options);
  for (const [name, error] of Object.entries(errors)) {
    const texts = Object.values(CREATE_TEXTS[name as keyof CreateWalletForm] ?? {});
    expect(texts.filter((text) => text !== "")).toContain(error.message);
  }
});

test("an empty email and address are left out of the body, and the number has its own field name", () => {
  expect(bodyOf({ ...good, document: "nin" })).toEqual({
    firstName: "Chidi",
    lastName: "Okafor",
    phoneNumber: "08012345678",
    dateOfBirth: "1992-05-16",
    nin: "22212345678",
  });
});
