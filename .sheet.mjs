import { chromium } from "playwright-core";
const [out,...names]=process.argv.slice(2);
const b=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--headless","--no-sandbox","--disable-gpu","--allow-file-access-from-files"]});
const p=await b.newPage({viewport:{width:1500,height:1100}});
const fs=await import("node:fs");
const phone=names[0].includes(".p-");
await p.setContent(`<body style="margin:0;background:#888;display:flex;gap:8px;flex-wrap:wrap">`+names.map(n=>`<div style="height:${phone?1080:530}px;width:${phone?360:735}px;overflow:hidden"><img style="width:${phone?360:735}px" src="data:image/png;base64,${fs.readFileSync("/tmp/dm/"+n).toString("base64")}"></div>`).join(""));
await p.screenshot({path:"/tmp/dm/"+out}); await b.close();
