"use client";

import { ChevronDown, Download, FileText, Printer } from "lucide-react";
import type { Period } from "../../lib/api/insights.ts";
import { saveFile } from "../layout/page/save-file.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { type TableRegistry, tablesCsv } from "./insight-tables.ts";
import { texts } from "./texts.ts";

/** Saves every table of the page as one CSV file, or prints the page: the browser's dialog also saves PDF. */
export function ExportButton({ period, tables }: { period: Period; tables: TableRegistry }) {
  const save = () => {
    const csv = new Blob([tablesCsv([...tables.values()])], { type: "text/csv" });
    saveFile(csv, `insights-${period.startDate}-${period.endDate}.csv`);
  };
  return (
    <Menu
      label={texts.export}
      trigger={
        <Button variant="primary" icon={Download}>
          {texts.export}
          <ChevronDown aria-hidden size={16} />
        </Button>
      }
    >
      <MenuItem icon={FileText} onSelect={save}>
        {texts.csvOfAllTables}
      </MenuItem>
      {/* After the menu has closed, so that it is not on the paper. */}
      <MenuItem icon={Printer} onSelect={() => setTimeout(() => window.print(), 200)}>
        {texts.printOrPdf}
      </MenuItem>
    </Menu>
  );
}
