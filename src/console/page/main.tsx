import { render } from 'preact';
import { App } from './app.js';
import { connect } from './connection.js';
import { tokenOfLink } from './link.js';

const root = document.getElementById('console');
const token = tokenOfLink();
if (root) render(<App hasToken={token !== null} />, root);
if (token !== null) void connect(token);
