"use client";

import type { ReactNode } from "react";
import { DENSITIES } from "../../layout/shell/density.ts";
import { Menu, MenuCheck, MenuChoices, MenuHead, MenuLine } from "../../ui/menu.tsx";
import { texts } from "./texts.ts";
import type { WalletsColumns } from "./use-wallets-columns.ts";
import { OPTIONAL_COLUMNS } from "./wallets-columns.tsx";

export function ColumnsChoices({ columns, trigger }: { columns: WalletsColumns; trigger: ReactNode }) {
  return (
    <Menu trigger={trigger} isOpenAtFirst label={texts.view}>
      <MenuHead>{texts.columns}</MenuHead>
      {OPTIONAL_COLUMNS.map(({ id, label }) => (
        <MenuCheck key={id} isChecked={columns.isShown(id)} onChange={(isShown) => columns.show(id, isShown)}>
          {label}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuHead>{texts.rowHeight}</MenuHead>
      <MenuChoices
        label={texts.rowHeight}
        value={columns.density}
        choices={DENSITIES}
        onChange={columns.chooseDensity}
      />
    </Menu>
  );
}
