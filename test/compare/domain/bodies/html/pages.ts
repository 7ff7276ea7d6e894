/** A page as DokuWiki renders it: a header, a form with a security token, the text of the page, and its time. */
export const WIKI_PAGE = `<!DOCTYPE html>
<html lang="en" dir="ltr" class="no-js">
<head>
  <meta charset="utf-8" />
  <title>bread [Wiki]</title>
  <meta name="generator" content="DokuWiki"/>
  <meta name="csrf-token" content="9f2c0a6b7d1e4f58"/>
  <link rel="stylesheet" href="/lib/exe/css.php?t=dokuwiki&amp;tseed=0a1b2c3d"/>
  <script>var NS='';var JSINFO = {"id":"bread","namespace":""};</script>
  <script type="application/ld+json">{"@type":"Product","offers":[{"price":2.8}]}</script>
</head>
<body>
<!-- built by worker 4 -->
<div id="dokuwiki__site"><div id="dokuwiki__top" class="site dokuwiki mode_show">
  <header id="dokuwiki__header"><div class="pad">
    <h1><a href="/doku.php?id=start" accesskey="h" title="[H]"><img src="/logo.png" width="64" alt="" /> <span>Wiki</span></a></h1>
    <form action="/doku.php?id=start" method="get" id="dw__search"><div class="no">
      <input type="hidden" name="do" value="search" /><input type="hidden" name="sectok" value="41c9a3f07b2d" />
      <input name="q" type="text" class="edit" title="[F]" /><button value="1" type="submit" title="Search">Search</button>
    </div></form>
  </div></header>
  <main id="content"><div class="page">
    <h2 class="sectionedit1" id="bread">Bread</h2>
    <p>Of rye or wheat, with <a href="/doku.php?id=milk" class="wikilink1">milk</a> &amp; salt.</p>
    <table class="prices">
      <tr><th>Bread</th><th>Price</th><th>Baked</th></tr>
      <tr><td>Rye</td><td>2.80</td><td>2026-11-24 05:10</td></tr>
      <tr><td>Wheat</td><td>2.20</td><td>2026-11-24 05:25</td></tr>
      <tr><td>Spelt</td><td>3.40</td><td>2026-11-24 05:40</td></tr>
    </table>
    <table class="facts"><tr><th>Weight:</th><td>750 g</td></tr><tr><th>Changed</th><td>2026-11-24 13:45</td></tr></table>
    <ul><li>fresh</li><li>sliced</li><li>toasted</li></ul>
    <dl><dt>Baker</dt><dd>Ann</dd><dt>Oven</dt><dd>North</dd></dl>
  </div>
  <div class="docInfo"><bdi>bread.txt</bdi> · Last modified: 2026/11/24 13:45 by <bdi>ann</bdi></div>
  </main>
</div></div>
</body>
</html>
`;

/** A list of issues as Redmine renders it, without the end tags that browsers do not need. */
export const ISSUE_LIST = `<!DOCTYPE html>
<html lang="en">
<head><title>Issues - Shop</title><meta name="csrf-param" content="authenticity_token">
<meta name="csrf-token" content="Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy"></head>
<body class="project-shop controller-issues">
<div id="content"><h2>Issues</h2>
<form id="query_form" action="/projects/shop/issues"><input type="hidden" name="authenticity_token" value="Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy">
<select name="status"><option value="o" selected>open<option value="c">closed</select></form>
<table class="list issues"><thead><tr><th>#<th>Status<th>Subject<th>Updated</thead>
<tbody>
<tr id="issue-31" class="issue odd"><td class="id"><a href="/issues/31">31</a><td class="status">New<td class="subject"><a href="/issues/31">Cart is empty</a><td class="updated_on">11/24/2026 01:45 PM
<tr id="issue-32" class="issue even"><td class="id"><a href="/issues/32">32</a><td class="status">New<td class="subject"><a href="/issues/32">Price is wrong</a><td class="updated_on">11/24/2026 01:46 PM
<tr id="issue-33" class="issue odd"><td class="id"><a href="/issues/33">33</a><td class="status">Closed<td class="subject"><a href="/issues/33">Typo</a><td class="updated_on">11/24/2026 01:47 PM
</table>
<p class="pagination">(1-3/3)</p></div>
<div id="footer">Powered by <a href="https://www.redmine.org/">Redmine</a></div>
</body></html>
`;
