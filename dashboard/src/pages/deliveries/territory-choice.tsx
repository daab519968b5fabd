// Where the stores of a delivery may offer its release: among what both the release and the licence allow.

import { useRelease } from "../../components/release-name.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { TerritoryPicker } from "../../forms/territory-picker.tsx";
import { newDeliveryWords } from "./words.ts";

type TerritoryChoiceProps = {
  release_id: string;
  chosen: readonly string[];
  onChoose: (codes: readonly string[]) => void;
  error: string | undefined;
};

export function TerritoryChoice({ release_id, chosen, onChoose, error }: TerritoryChoiceProps) {
  return (
    <TerritoryPicker
      label={newDeliveryWords.territories.label}
      worldwide={newDeliveryWords.territories.worldwide}
      value={chosen}
      onChange={onChoose}
      codes={useAllowedTerritories(release_id)}
      error={error}
    />
  );
}

function useAllowedTerritories(release_id: string): string[] | undefined {
  const release = useRelease(release_id);
  const licensed = useRead(["stores.territories"], () => segue.stores.territories(), { isSteady: true });
  const codes = licensed.data?.data.map(({ code }) => code);
  if (!release || release.territories.includes("WORLD")) return codes;
  return codes?.filter((code) => release.territories.includes(code));
}
