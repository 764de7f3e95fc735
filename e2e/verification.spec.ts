import { callService, registerMerchant, runPlatformCommand, signInAs, tokenOf } from "./new-merchant.ts";
import { openPage, press, reloadPage } from "./page-ready.ts";
import { expect, expectAccessible, test } from "./test.ts";

const pdf = (text: string) => ({
  name: `${text}.pdf`,
  mimeType: "application/pdf",
  buffer: Buffer.from(`%PDF-1.4\n% ${text}\ntrailer\n%%EOF\n`),
});

test("documents are uploaded by keyboard, reviewed by the platform, and open live mode", async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(400);
  const merchant = await registerMerchant("Ọláìyá Stores");
  await signInAs(page, merchant, "/settings/verification");
  await expect(page.getByText("Still missing: Certificate of incorporation")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit for review" })).toBeDisabled();
  await expectAccessible(page);

  const choose = page.getByRole("button", { name: "Choose file: Certificate of incorporation" });
  await choose.focus();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press(page, "Enter")]);
  await chooser.setFiles({ ...pdf("scan"), buffer: Buffer.from("504b03041400000008000000", "hex") });
  await expect(page.getByText(/its content is ZIP/)).toBeVisible();
  await expectAccessible(page);

  const inputs = page.locator("input[type=file]");
  for (const [index, name] of ["certificate", "bill", "passport"].entries()) {
    await inputs.nth(index).setInputFiles(pdf(name));
    await expect(page.getByText(`${name}.pdf`)).toBeVisible();
  }
  await expect(choose).toHaveCount(0);
  const submit = page.getByRole("button", { name: "Submit for review" });
  await submit.focus();
  await press(page, "Enter");
  await expect(page.getByText("Expect an answer by")).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });

  const token = await tokenOf(merchant);
  const idOf = async (kind: string): Promise<string> => {
    const reply = await callService("GET", "/merchant/business-verification", undefined, token);
    const { documents } = reply.verification as { documents: { id: string; kind: string }[] };
    return documents.find((one) => one.kind === kind)?.id ?? "";
  };
  await runPlatformCommand("documents", "refuse", await idOf("proofOfAddress"), "The bill is too old");
  await runPlatformCommand("documents", "accept", await idOf("certificateOfIncorporation"));
  await runPlatformCommand("documents", "accept", await idOf("directorId"));
  await reloadPage(page);
  await expect(page.getByText("Reason: The bill is too old")).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download: Proof of address" }).click();
  expect((await download).suggestedFilename()).toBe("bill.pdf");

  await page.locator("input[type=file]").first().setInputFiles(pdf("new bill"));
  await expect(page.getByText("new bill.pdf")).toBeVisible();
  await submit.click();
  await expect(page.getByText("Documents submitted for review", { exact: true })).toBeVisible();
  await runPlatformCommand("documents", "accept", await idOf("proofOfAddress"));
  await reloadPage(page);
  await expect(page.getByText("Your business is verified")).toBeVisible();
  await openPage(page, "/settings/account");
  await expect(page.getByRole("button", { name: "Switch to live" })).toBeEnabled();
});
