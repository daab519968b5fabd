// The 249 territories by region, as fictional stores are spread over them; a test holds that none is missing or twice.

const codes = (text: string) => text.split(" ");

export const regions = {
  north_america: codes("BM CA GL MX PM US"),
  caribbean: codes("AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI"),
  latin_america: codes("AR BO BR BZ CL CO CR EC FK GF GS GT GY HN NI PA PE PY SR SV UY VE"),
  nordic: codes("AX DK EE FI FO IS LT LV NO SE SJ"),
  western_europe: codes("AT BE CH DE FR GB GG IE IM JE LI LU MC NL"),
  southern_europe: codes("AD CY ES GI GR IT MT PT SM VA"),
  eastern_europe: codes("AL BA BG BY CZ HR HU MD ME MK PL RO RS RU SI SK UA"),
  middle_east: codes("AE BH IL IQ IR JO KW LB OM PS QA SA SY TR YE"),
  north_africa: codes("DZ EG EH LY MA SD TN"),
  africa: codes(
    "AO BF BI BJ BW CD CF CG CI CM CV DJ ER ET GA GH GM GN GQ GW IO KE KM LR LS MG ML MR MU MW MZ NA NE NG RE RW SC SH SL SN SO SS ST SZ TD TF TG TZ UG YT ZA ZM ZW",
  ),
  central_asia: codes("AF AM AZ GE KG KZ MN TJ TM UZ"),
  south_asia: codes("BD BT IN LK MV NP PK"),
  east_asia: codes("CN HK JP KP KR MO TW"),
  south_east_asia: codes("BN ID KH LA MM MY PH SG TH TL VN"),
  oceania: codes("AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS"),
  antarctica: codes("AQ BV HM"),
} as const;
