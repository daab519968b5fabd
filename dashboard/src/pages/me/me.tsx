// The person who is signed in: name and password, second factor, sessions, and which mails it gets.

import { Alert } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useEffect } from "react";
import { PageHead } from "../../components/page-head.tsx";
import { PageTabs } from "../../components/page-tabs.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { useSession } from "../../data/session.ts";
import { navigate } from "../../router.tsx";
import { Notifications } from "./notifications.tsx";
import { Profile } from "./profile.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";
import { meWords } from "./words.ts";

export default function OwnPage() {
  const me = useRead(["me.get"], () => segue.me.get());
  const isLacking = useSession()?.session?.lacks_second_factor ?? false;
  useEffect(() => {
    if (isLacking) navigate("/me?tab=factor", { replaces: true });
  }, [isLacking]);
  return (
    <>
      <PageHead title={meWords.title} about={me.data?.email} />
      {isLacking && (
        <Alert color="orange" icon={<IconShieldLock aria-hidden />} title={meWords.needsFactor.title} mb="lg">
          {meWords.needsFactor.text}
        </Alert>
      )}
      <Ready of={me} isPage>
        {(found) => (
          <PageTabs
            titles={meWords.tabs}
            tabs={{
              profile: <Profile me={found} />,
              factor: <SecondFactor me={found} />,
              sessions: <Sessions />,
              notifications: <Notifications me={found} />,
            }}
          />
        )}
      </Ready>
    </>
  );
}
