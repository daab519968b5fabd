import { chromium } from "playwright-core"; import fs from "node:fs";
const ids=JSON.parse(fs.readFileSync("/tmp/dm/ids.json","utf8")); const base=process.env.BASE??"http://127.0.0.1:18491";
const only=process.argv[2]; const combos=(process.argv[3]??"d-light,d-dark,p-light,p-dark").split(",");
const pages=[["key","earnings","/earnings"],["key","earnings-store","/earnings?by=store"],["key","earnings-track","/earnings?by=track&range=custom"],["key","statements","/earnings?view=statements"],["key","statement","/statements/"+ids.st],["key","balance","/balance"],["key","payouts","/payouts"],["key","payout-paid","/payouts/"+ids.p1],["key","payout-hold","/payouts/"+ids.p2],["key","payout-failed","/payouts/"+ids.p4],
["ek","empty-earnings","/earnings"],["ek","empty-balance","/balance"],["ek","empty-payouts","/payouts"],
["op","op-reports","/sales-reports"],["op","op-report","/sales-reports/"+ids.r1],["op","op-reversed","/sales-reports/"+ids.r3],["op","op-statements","/statements"],["op","op-payouts","/payouts"],["op","op-payouts-paid","/payouts?status=paid"],["op","op-org","/organizations/"+ids.org]];
const b=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--headless","--no-sandbox","--disable-gpu"]});
for(const c of combos){const [s,scheme]=c.split("-");for(const k of ["key","ek","op"]){const mine=pages.filter(([kk,n])=>kk===k&&(!only||only==="all"||only.split(",").includes(n)));if(!mine.length)continue;
 const ctx=await b.newContext({viewport:s==="d"?{width:1280,height:800}:{width:360,height:740},colorScheme:scheme,locale:"en-GB",timezoneId:"UTC",reducedMotion:"reduce"});
 const r=await ctx.request.post(base+"/dashboard/session",{data:{key:ids[k]}});if(r.status()!==200){console.log("signin",r.status(),await r.text());continue}
 const page=await ctx.newPage();page.on("console",m=>{if(["error","warning"].includes(m.type()))console.log(c,m.text().slice(0,300))});page.on("pageerror",e=>console.log(c,"PAGEERROR",String(e).slice(0,300)));
 for(const [,n,p] of mine){await page.goto(base+"/dashboard"+p);await page.getByRole("heading",{level:1}).waitFor({timeout:15000}).catch(()=>console.log(n,"no h1"));await page.waitForLoadState("networkidle",{timeout:4000}).catch(()=>{});await page.waitForTimeout(300);
  const w=await page.evaluate("document.documentElement.scrollWidth");if(w>(s==="d"?1280:360))console.log(c,n,"WIDE",w);
  await page.screenshot({path:`/tmp/dm/${n}.${c}.png`,fullPage:true})}
 await ctx.close()}}
await b.close();
