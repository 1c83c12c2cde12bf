import './no-eval.ts';
import '../ui/tokens.css';
import { createRoot } from 'react-dom/client';
import { onBlank, startLive } from '../bridge/index.ts';
import { dropDenials } from '../review/index.ts';
import { clearSecret, clearToasts } from '../ui/index.ts';
import { watchSystemTheme } from './look.ts';
import { Root } from './root.tsx';

onBlank(clearToasts);
onBlank(dropDenials);
onBlank(() => void clearSecret());
watchSystemTheme();
startLive();
createRoot(document.getElementById('root')!).render(<Root />);
