import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { renderPage } from "../../testing/render-page.tsx";
import { PreferencesForm } from "./preferences-form.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test("the selected row height applies to the whole page, and is stored", async () => {
  renderPage(<PreferencesForm />);
  expect(document.documentElement.dataset.density).toBe("normal");
  await userEvent.click(screen.getByRole("radio", { name: "Compact" }));
  expect([document.documentElement.dataset.density, localStorage.getItem("density")]).toEqual(["compact", "compact"]);
});
