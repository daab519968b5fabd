import "@mantine/core/styles.css";
import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/print.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Loading, Ready } from "./components/states.tsx";
import { readSession } from "./data/api.ts";
import { queryClient, sessionKey, useRead } from "./data/data.ts";
import { Door, outside } from "./frame/door.tsx";
import { Shell } from "./frame/shell.tsx";
import { Toasts } from "./frame/toasts.tsx";
import { usePath } from "./router.tsx";
import { inkOnPaper, theme } from "./theme/theme.ts";

function Dashboard() {
  const state = useRead(sessionKey, readSession);
  const Outside = outside[usePath()];
  return (
    <Ready of={state}>
      {(found) => {
        if (Outside)
          return (
            <Suspense fallback={<Loading />}>
              <Outside state={found} />
            </Suspense>
          );
        const { environment, session } = found;
        return session ? <Shell environment={environment} session={session} /> : <Door state={found} />;
      }}
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
