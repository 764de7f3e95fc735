"use client";

import { DENSITIES } from "../../layout/shell/density.ts";
import { Menu, MenuCheck, MenuChoices, MenuHead, MenuLine } from "../../ui/menu.tsx";
import { WalletsLookButton } from "./columns-button.tsx";
import type { WalletsLook } from "./use-wallets-columns.ts";
import { OPTIONAL_COLUMNS } from "./wallets-columns.tsx";

export function WalletsLookChoices({ look }: { look: WalletsLook }) {
  return (
    <Menu trigger={<WalletsLookButton />} isOpenAtFirst label="View">
      <MenuHead>Columns</MenuHead>
      {OPTIONAL_COLUMNS.map(({ id, label }) => (
        <MenuCheck key={id} isChecked={look.isShown(id)} onChange={(isShown) => look.show(id, isShown)}>
          {label}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuHead>Row height</MenuHead>
      <MenuChoices label="Row height" value={look.density} choices={DENSITIES} onChange={look.chooseDensity} />
    </Menu>
  );
}
