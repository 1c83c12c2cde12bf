import { createHashHistory, createRootRoute, createRoute, createRouter, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { SessionId } from '../../contract/index.ts';
import { engine, faultOf } from '../bridge/index.ts';
import { ChatScreen } from '../chat/index.ts';
import { MemoriesScreen, MemorySearch } from '../palace/index.ts';
import { RecallScreen, RecallSearch } from '../recall/index.ts';
import { ReviewScreen, ReviewSearch } from '../review/index.ts';
import { SettingsScreen } from '../settings/index.ts';
import { TransferScreen } from '../transfer/index.ts';
import { Button, Empty, ErrorNotice, Loading } from '../ui/index.ts';
import { VaultScreen } from '../vault/index.ts';
import { useOpenChat } from './open-chat.ts';
import { Shell } from './shell.tsx';

const Inspect = z.object({ inspect: z.string().optional().catch(undefined) });

const root = createRootRoute({
  component: Shell,
  validateSearch: (search) => Inspect.parse(search),
  notFoundComponent: () => <Empty title="There is nothing at this address" />,
});

const home = createRoute({ getParentRoute: () => root, path: '/', component: Home });

const chat = createRoute({
  getParentRoute: () => root,
  path: '/chats/$session',
  component: function Chat() {
    const id = SessionId.safeParse(chat.useParams().session);
    return id.success ? <ChatScreen key={id.data} id={id.data} /> : <Empty title="There is no chat at this address" />;
  },
});

const memories = createRoute({
  getParentRoute: () => root,
  path: '/memories',
  validateSearch: (search) => MemorySearch.parse(search),
  component: MemoriesScreen,
});

const recall = createRoute({
  getParentRoute: () => root,
  path: '/recall',
  validateSearch: (search) => RecallSearch.parse(search),
  component: RecallScreen,
});

const review = createRoute({
  getParentRoute: () => root,
  path: '/review',
  validateSearch: (search) => ReviewSearch.parse(search),
  component: ReviewScreen,
});

const vault = createRoute({
  getParentRoute: () => root,
  path: '/vault/$section',
  component: function Vault() {
    return <VaultScreen section={vault.useParams().section} />;
  },
});

const transfer = createRoute({ getParentRoute: () => root, path: '/transfer', component: TransferScreen });

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings/$section',
  component: function Settings() {
    return <SettingsScreen section={settings.useParams().section} />;
  },
});

/** The address lives behind the hash, which a browser never sends anywhere. */
export const router = createRouter({
  routeTree: root.addChildren([home, chat, memories, recall, review, transfer, vault, settings]),
  history: createHashHistory(),
  defaultErrorComponent: ({ error, reset }) => (
    <div className="p-6"><ErrorNotice fault={faultOf(error)} onRetry={reset} retryLabel="Show again" /></div>
  ),
});

/** Goes on with the newest chat, or opens the first one. */
function Home() {
  const sessions = useQuery(engine.chat.sessions.queryOptions());
  const navigate = useNavigate();
  const openChat = useOpenChat();
  const newest = sessions.data?.toSorted((a, b) => b.updatedAt - a.updatedAt)[0];
  const none = sessions.data?.length === 0;
  useEffect(() => {
    if (newest) void navigate({ to: '/chats/$session', params: { session: newest.id }, replace: true } as never);
    else if (none) void openChat();
  }, [newest, none, navigate, openChat]);
  if (sessions.error) return <div className="p-6"><ErrorNotice fault={faultOf(sessions.error)} onRetry={() => void sessions.refetch()}><Button size="small" onClick={() => void openChat()}>New chat</Button></ErrorNotice></div>;
  return <Loading />;
}
