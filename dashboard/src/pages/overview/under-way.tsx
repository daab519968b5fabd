import type { DeliveryUnderWay } from "@segue/sdk";
import { Picture } from "../../components/artwork.tsx";
import covering from "../../components/covering-link.module.css";
import { Section } from "../../components/section.tsx";
import { StoreStrip } from "../../components/store-strip.tsx";
import { useStoreName } from "../../data/stores.ts";
import { Link } from "../../router.tsx";
import { isUnderWay } from "../deliveries/store-states.ts";
import classes from "./overview.module.css";
import { underWayWords } from "./words.ts";

/** Deliveries that wait for stores, live. */
export function UnderWay({ deliveries }: { deliveries: readonly DeliveryUnderWay[] }) {
  return (
    <Section title={underWayWords.title} more={{ to: "/deliveries", label: underWayWords.all }}>
      {deliveries.length === 0 ? (
        <p className={classes.none}>
          <span className={classes.dot} />
          {underWayWords.none}
        </p>
      ) : (
        <ul className={classes.rows}>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.delivery_id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function DeliveryRow({ delivery: { delivery_id, release, stores } }: { delivery: DeliveryUnderWay }) {
  const nameOf = useStoreName();
  const answered = stores.filter(({ status }) => !isUnderWay(status)).length;
  return (
    <li className={classes.row}>
      <Picture link={release.thumbnail_url} title={release.title} size={32} />
      <Link to={`/deliveries/${delivery_id}`} className={`${classes.texts} ${covering.covering}`}>
        <span className={classes.work}>{release.title}</span>
      </Link>
      <div className={classes.strip}>
        <StoreStrip
          size="sm"
          stores={stores.map(({ store_id, status }) => ({ id: store_id, name: nameOf(store_id), status }))}
        />
      </div>
      <span className={classes.answered}>{underWayWords.answered(answered, stores.length)}</span>
    </li>
  );
}
