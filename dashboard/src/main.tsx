import "@mantine/core/styles.css";
import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/print.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Ready } from "./components/states.tsx";
import { readSession } from "./data/api.ts";
import { queryClient, sessionKey, useRead } from "./data/data.ts";
import { Door } from "./frame/door.tsx";
import { Shell } from "./frame/shell.tsx";
import { Toasts } from "./frame/toasts.tsx";
import { inkOnPaper, theme } from "./theme/theme.ts";

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
      <MantineProvider theme={theme} cssVariablesResolver={inkOnPaper} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <Dashboard />
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
