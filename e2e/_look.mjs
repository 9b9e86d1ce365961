import { chromium } from 'playwright-core';
const base = process.argv[2]; const who = process.argv[3] ?? 'maya'; const out='/tmp/shots';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking'] });
const errors=[];
async function run(name, viewport, colorScheme, locale) {
  const ctx = await b.newContext({ viewport, colorScheme, locale: locale==='fr_CA'?'fr-CA':'en-CA' });
  const p = await ctx.newPage(); p.on('console', m => m.type()==='error' && errors.push(name+': '+m.text().slice(0,200))); p.on('pageerror', e => errors.push(name+': '+e));
  const shot = async (n) => { await p.waitForTimeout(900); await p.screenshot({ path: `${out}/${name}-${n}.png`, fullPage: true }); };
  await p.goto(base + (locale==='fr_CA' ? '/connexion' : '/login')); await shot('login');
  await p.goto(base + (locale==='fr_CA' ? '/inscription' : '/register')); await shot('register');
  await p.goto(base + '/receipt-page'); await shot('receipt');
  await p.goto(base + (locale==='fr_CA' ? '/connexion' : '/login'));
  await p.locator('input[type=email], input[name=email]').first().fill(`${who}@port-lumiere.example`); await p.locator('input[type=password]').first().fill('Heron-Bridge-at-dawn-7'); await p.keyboard.press('Enter');
  await p.waitForURL(u => !/login|connexion/.test(u.pathname)); await shot('home');
  for (const [n, u] of [['card','/card'],['add','/card/add'],['trips','/card/trips-history/1'],['payments','/card/payments-history/1'],['products','/card/products-history/1'],['account','/account/edit'],['fav','/card/favourites/1'],['nope','/nope']]) { await p.goto(base+u); await shot(n); }
  await p.goto(base+'/card/trips-history/1'); await p.waitForTimeout(1000); const d=p.locator('summary, button[aria-expanded]'); for (let i=0;i<await d.count();i++){ const t=await d.nth(i).isVisible(); if(t && !(await d.nth(i).evaluate(e=>!!e.closest('header,nav')))){ await d.nth(i).click().catch(()=>{}); if(i>3) break; } } await shot('trips-open');
  await p.goto(base+'/card/payments-history/1'); await p.waitForTimeout(1000); const d2=p.locator('main summary, main button[aria-expanded]'); const c=await d2.count(); if(c) await d2.nth(Math.min(2,c-1)).click(); await shot('payments-open');
  await ctx.close();
}
await run('d-en', {width:1280,height:900}, 'light', 'en_CA');
await run('m-fr', {width:360,height:760}, 'dark', 'fr_CA');
console.log(errors.join('\n')); await b.close();
