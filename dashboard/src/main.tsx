import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./theme/print.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Ready } from "./components/states.tsx";
import { readSession } from "./data/api.ts";
import { queryClient, sessionKey, useRead } from "./data/data.ts";
import { Door } from "./frame/door.tsx";
import { Shell } from "./frame/shell.tsx";
import { readableColors, theme } from "./theme/theme.ts";

function Dashboard() {
  const state = useRead(sessionKey, readSession);
  return (
    <Ready of={state}>
      {({ environment, session }) =>
        session ? <Shell environment={environment} session={session} /> : <Door environment={environment} />
      }
    </Ready>
  );
}

const root = document.getElementById("dashboard");
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={readableColors} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <Notifications position="bottom-right" />
          <Dashboard />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
