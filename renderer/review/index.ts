export { dropDenials } from './decisions.ts';
export { ReviewScreen, ReviewSearch } from './review-screen.tsx';
