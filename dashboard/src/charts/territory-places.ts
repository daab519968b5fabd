// Where each territory lies, as longitude and latitude in degrees: near enough for a dot on a map as wide as a page.

const places =
  "AD 2 43,AE 54 24,AF 66 34,AG -62 17,AI -63 18,AL 20 41,AM 45 40,AO 18 -12,AQ 0 -80,AR -64 -34,AS -171 -14,AT 14 47,AU 134 -25," +
  "AW -70 12,AX 20 60,AZ 48 40,BA 18 44,BB -60 13,BD 90 24,BE 4 51,BF -2 12,BG 25 43,BH 51 26,BI 30 -3,BJ 2 9,BL -63 18,BM -65 32," +
  "BN 115 4,BO -65 -17,BQ -68 12,BR -53 -11,BS -77 24,BT 90 27,BV 3 -54,BW 24 -22,BY 28 53,BZ -89 17,CA -100 58,CC 97 -12," +
  "CD 24 -3,CF 21 7,CG 15 -1,CH 8 47,CI -6 8,CK -160 -21,CL -71 -33,CM 12 5,CN 104 35,CO -73 4,CR -84 10,CU -79 22,CV -24 16," +
  "CW -69 12,CX 106 -10,CY 33 35,CZ 15 50,DE 10 51,DJ 43 12,DK 10 56,DM -61 15,DO -70 19,DZ 3 28,EC -78 -1,EE 26 59,EG 30 27," +
  "EH -13 25,ER 39 15,ES -4 40,ET 39 9,FI 26 63,FJ 178 -18,FK -59 -52,FM 158 7,FO -7 62,FR 2 46,GA 12 -1,GB -2 54,GD -62 12," +
  "GE 43 42,GF -53 4,GG -3 49,GH -1 8,GI -5 36,GL -42 70,GM -15 13,GN -11 11,GP -62 16,GQ 10 2,GR 22 39,GS -37 -54,GT -90 15," +
  "GU 145 13,GW -15 12,GY -59 5,HK 114 22,HM 74 -53,HN -87 15,HR 16 45,HT -73 19,HU 19 47,ID 114 -2,IE -8 53,IL 35 31,IM -5 54," +
  "IN 79 22,IO 72 -6,IQ 44 33,IR 54 32,IS -19 65,IT 12 43,JE -2 49,JM -77 18,JO 36 31,JP 138 37,KE 38 0,KG 75 41,KH 105 13," +
  "KI 173 1,KM 43 -12,KN -63 17,KP 127 40,KR 128 36,KW 48 29,KY -81 19,KZ 67 48,LA 103 18,LB 36 34,LC -61 14,LI 10 47,LK 81 8," +
  "LR -9 6,LS 28 -30,LT 24 55,LU 6 50,LV 25 57,LY 17 27,MA -7 32,MC 7 44,MD 29 47,ME 19 43,MF -63 18,MG 47 -19,MH 171 7,MK 22 42," +
  "ML -4 17,MM 96 21,MN 104 47,MO 114 22,MP 146 15,MQ -61 15,MR -11 20,MS -62 17,MT 14 36,MU 58 -20,MV 73 3,MW 34 -13,MX -102 24," +
  "MY 110 4,MZ 35 -18,NA 17 -22,NC 166 -21,NE 9 17,NF 168 -29,NG 8 9,NI -85 13,NL 5 52,NO 9 61,NP 84 28,NR 167 -1,NU -170 -19," +
  "NZ 172 -42,OM 56 21,PA -80 9,PE -75 -9,PF -149 -18,PG 144 -6,PH 122 12,PK 69 30,PL 19 52,PM -56 47,PN -130 -25,PR -66 18," +
  "PS 35 32,PT -8 40,PW 134 7,PY -58 -23,QA 51 25,RE 56 -21,RO 25 46,RS 21 44,RU 97 61,RW 30 -2,SA 45 24,SB 160 -9,SC 55 -5," +
  "SD 30 15,SE 15 62,SG 104 1,SH -6 -16,SI 15 46,SJ 16 78,SK 19 49,SL -12 8,SM 12 44,SN -14 14,SO 46 5,SR -56 4,SS 30 7,ST 7 0," +
  "SV -89 14,SX -63 18,SY 38 35,SZ 31 -26,TC -72 22,TD 19 15,TF 69 -49,TG 1 8,TH 101 15,TJ 71 39,TK -172 -9,TL 126 -9,TM 59 39," +
  "TN 9 34,TO -175 -20,TR 35 39,TT -61 11,TV 178 -8,TW 121 24,TZ 35 -6,UA 31 49,UG 32 1,UM 167 19,US -98 39,UY -56 -33,UZ 64 41," +
  "VA 12 42,VC -61 13,VE -66 7,VG -65 18,VI -65 18,VN 106 16,VU 167 -16,WF -178 -14,WS -172 -14,YE 48 16,YT 45 -13,ZA 25 -29," +
  "ZM 28 -14,ZW 30 -19";

export type Place = { longitude: number; latitude: number };

export const territoryPlaces: ReadonlyMap<string, Place> = new Map(
  places.split(",").map((line) => {
    const [code = "", longitude, latitude] = line.split(" ");
    return [code, { longitude: Number(longitude), latitude: Number(latitude) }];
  }),
);
