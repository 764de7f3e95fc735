import type { LedgerHarness } from "../../service/testing/ledger/ledger-harness.ts";

/** A customer in the middle of the load, as a search target. */
export type LoadedCustomer = {
  customerId: string;
  walletId: string;
  accountNumber: string;
  phoneNumber: string;
  email: string;
  firstName: string;
  lastName: string;
};

/**
 * Writes `count` customers with wallets directly into a tenant's tables: 60 first names and 1,600 last names, each
 * shared by many; 2 % frozen, 0.5 % with post-no-credit, 10 % at TIER_2, 1 % at TIER_3.
 */
export async function loadCustomers(db: LedgerHarness["pool"], tenant: number, count: number): Promise<LoadedCustomer> {
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set synchronous_commit = off");
    for (const statement of [people, accounts, customers, wallets]) {
      await client.query(statement.replaceAll(":tenant", String(tenant)).replaceAll(":count", String(count)));
    }
    const { rows } = await client.query<LoadedCustomer>(
      `select c.id as "customerId", w.id as "walletId", w.account_number as "accountNumber",
         c.phone_number as "phoneNumber", c.email, c.first_name as "firstName", c.last_name as "lastName"
       from load_people p join customers c on c.tenant = $1 and c.id = p.customer
       join wallets w on w.tenant = c.tenant and w.customer_id = c.id where p.i = $2`,
      [tenant, Math.ceil(count / 2)],
    );
    await client.query("drop table load_people");
    // Updates the visibility map as autovacuum would have.
    await client.query("vacuum analyze");
    const [row] = rows;
    if (!row) throw new Error("nothing was loaded");
    return row;
  } finally {
    client.release(true);
  }
}

const FIRST_NAMES = `{Ada,Amaka,Amina,Ayo,Babatunde,Bisi,Bola,Chiamaka,Chidi,Chidinma,Chika,Chinedu,Chioma,Danjuma,Dayo,Ebele,
  Efe,Emeka,Eniola,Fatima,Femi,Folake,Funmi,Habiba,Halima,Hauwa,Ibrahim,Ifeanyi,Ifeoma,Ikenna,Jide,Kelechi,Kemi,Kunle,Lami,Musa,
  Ngozi,Nkechi,Nneka,Nnamdi,Obinna,Ochuko,Olu,Oluchi,Rasheed,Sade,Sani,Segun,Simi,Sola,Tari,Tobi,Tola,Tunde,Uche,Uju,Yakubu,
  Yemi,Zainab,Zubairu}`;
const BEGINNINGS = `{Ade,Aki,Ala,Ani,Awo,Ba,Bello,Da,Egbe,Eke,Eze,Fa,Ga,Ige,Ike,Iro,Ja,Ka,La,Mba,Ndi,Nwa,Nwo,Obi,Odu,Ofo,Ogu,
  Ojo,Oka,Oko,Ola,Omo,Ono,Osa,Oye,Sa,Ta,Ude,Uzo,Yu}`;
const ENDINGS = `{bayo,bola,chi,dele,dina,fola,for,ga,gbenga,jide,kanmi,ke,kola,kwu,la,lade,leye,ma,mide,na,ngo,niyi,nta,nuga,ra,ro,rin,
  sanya,si,sola,su,tan,teju,tola,tunji,vie,wale,wu,yemi,zie}`;

const people = `
create unlogged table load_people as
select i, gen_random_uuid() as customer, gen_random_uuid() as wallet, nextval('account_ids') as account,
  names.first[1 + h1 % 60] as first_name, names.begins[1 + h2 % 40] || names.ends[1 + h3 % 40] as last_name
from (
  select i, abs(hashint8(i)::bigint) as h1, abs(hashint8(i + 7000000)::bigint) as h2, abs(hashint8(i + 90000000)::bigint) as h3
  from generate_series(1, :count) i
) drawn, (select regexp_replace('${FIRST_NAMES}', '\\s', '', 'g')::text[] as first,
  regexp_replace('${BEGINNINGS}', '\\s', '', 'g')::text[] as begins, regexp_replace('${ENDINGS}', '\\s', '', 'g')::text[] as ends) names`;

const accounts = `
insert into accounts (tenant, id, kind, tier, frozen, post_no_credit)
select :tenant, account, 'wallet', case when i % 100 = 0 then 3 when i % 10 = 1 then 2 else 1 end, i % 50 = 7, i % 200 = 9
from load_people`;

const customers = `
insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
select :tenant, customer, first_name, last_name, lower(first_name || '.' || last_name) || i || '@mail.example',
  '+23470' || lpad(i::text, 8, '0'), '1990-05-16', now(), now()
from load_people`;

const wallets = `
insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
select :tenant, wallet, account, customer, (3000000000 + i)::text, first_name || ' ' || last_name, '', now(), now()
from load_people`;
