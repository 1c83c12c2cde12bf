import './no-eval.ts';
import '../ui/tokens.css';
import { createRoot } from 'react-dom/client';
import { onBlank, startLive } from '../bridge/index.ts';
import { clearToasts } from '../ui/index.ts';
import { Root } from './root.tsx';

onBlank(clearToasts);
startLive();
createRoot(document.getElementById('root')!).render(<Root />);
