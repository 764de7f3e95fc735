import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { TabPanel, Tabs } from "./tabs.tsx";

afterEach(cleanup);

const tabs = ["one", "two", "three"].map((value) => ({ value, label: value.toUpperCase() }));

function Page() {
  const [value, setValue] = useState("one");
  return (
    <Tabs label="Views" value={value} tabs={tabs} onChange={setValue}>
      {tabs.map((tab) => (
        <TabPanel key={tab.value} value={tab.value}>
          Panel {tab.value}
        </TabPanel>
      ))}
    </Tabs>
  );
}

const focused = () => document.activeElement?.textContent;

test("the tabs are one tab stop; arrows wrap around, Home and End jump, and only Enter, Space or a click opens", async () => {
  render(<Page />);
  await userEvent.tab();
  expect(focused()).toBe("ONE");
  await userEvent.keyboard("{ArrowRight}");
  expect(focused()).toBe("TWO");
  expect(screen.getByRole("tabpanel").textContent).toBe("Panel one");
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("tabpanel", { name: "TWO" }).textContent).toBe("Panel two");
  await userEvent.keyboard("{End}{ArrowRight}");
  expect(focused()).toBe("ONE");
  await userEvent.keyboard("{ArrowLeft}");
  expect(focused()).toBe("THREE");
  await userEvent.keyboard("{Home} ");
  expect(screen.getByRole("tabpanel", { name: "ONE" })).toBeDefined();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("tabpanel"));
  await userEvent.click(screen.getByRole("tab", { name: "THREE" }));
  expect(screen.getAllByRole("tab").map((tab) => tab.getAttribute("aria-selected"))).toEqual([
    "false",
    "false",
    "true",
  ]);
  const open = screen.getByRole("tab", { selected: true });
  expect(open.getAttribute("aria-controls")).toBe(screen.getByRole("tabpanel").id);
});
