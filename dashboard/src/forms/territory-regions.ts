// Territories by region. The continents are those of UN M.49 and hold each of the 249 codes of ISO 3166-1 once; the other
// groups are the ones that contracts name.

import { regionWords } from "./words.ts";

const codesOf = (text: string): readonly string[] => text.split(" ");

const africa =
  "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW";
const asia =
  "AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE";
const europe =
  "AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA";
const northAmerica =
  "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI";
const southAmerica = "AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE";
const oceania = "AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS";
const antarctica = "AQ";

const europeanUnion = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK";

export type Region = { name: string; codes: readonly string[] };

export const regions: readonly Region[] = [
  { name: regionWords.africa, codes: codesOf(africa) },
  { name: regionWords.asia, codes: codesOf(asia) },
  { name: regionWords.europe, codes: codesOf(europe) },
  { name: regionWords.northAmerica, codes: codesOf(northAmerica) },
  { name: regionWords.southAmerica, codes: codesOf(southAmerica) },
  { name: regionWords.oceania, codes: codesOf(oceania) },
  { name: regionWords.europeanUnion, codes: codesOf(europeanUnion) },
  { name: regionWords.economicArea, codes: codesOf(`${europeanUnion} IS LI NO`) },
  { name: regionWords.germanSpeaking, codes: codesOf("AT CH DE") },
  { name: regionWords.nordic, codes: codesOf("AX DK FI FO GL IS NO SE SJ") },
  { name: regionWords.britishIsles, codes: codesOf("GB IE") },
  { name: regionWords.usAndCanada, codes: codesOf("CA US") },
  { name: regionWords.australasia, codes: codesOf("AU NZ") },
];

/** All 249, in alphabetical order. */
export const everyTerritory: readonly string[] = [
  ...new Set([africa, asia, europe, northAmerica, southAmerica, oceania, antarctica].flatMap(codesOf)),
].sort();
